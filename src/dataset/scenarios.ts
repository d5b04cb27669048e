import { deepFreeze } from '../common/freeze.js'
import { InvalidOptionError } from '../common/errors.js'
import { shown } from '../common/shown.js'
import { checkedCount, checkedSeed } from './checked-count.js'
import { kinds } from './kinds.js'
import type { DataPlan } from './initial-data.js'

interface Scenario {
  readonly description: string
  /** Whether the data include the hand-made records. */
  readonly personas: boolean
  volunteers(): number
  roles(pageSize: number): number
}

/** The scenarios: built-in data by name. The comment of each repeats its `description`, so that editors show it. */
export const scenarios = deepFreeze({
  /** 200 volunteers (the personas come first), some users without a volunteer record, 250 roles. */
  default: {
    description: '200 volunteers (the personas come first), some users without a volunteer record, 250 roles',
    personas: true,
    volunteers: () => 200,
    roles: () => 250,
  },
  /** No records. */
  empty: {
    description: 'No records',
    personas: false,
    volunteers: () => 0,
    roles: () => 0,
  },
  /** Like `default`, but with exactly one full page of roles. */
  'single-page': {
    description: 'Like `default`, but with exactly one full page of roles',
    personas: true,
    volunteers: () => 200,
    roles: (pageSize) => pageSize,
  },
  /** 100,000 volunteers and 10,000 roles, generated on demand. */
  'many-pages': {
    description: '100,000 volunteers and 10,000 roles, generated on demand',
    personas: true,
    volunteers: () => 100_000,
    roles: () => 10_000,
  },
  /** Only the personas: hand-made records with unusual shapes. */
  personas: {
    description: 'Only the personas: hand-made records with unusual shapes',
    personas: true,
    volunteers: () => kinds.volunteers.handMade.length,
    roles: () => kinds.roles.handMade.length,
  },
} as const satisfies Record<string, Scenario>)

/** Name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** Options of the generated data. */
export interface DataOptions {
  /**
   * Seed of the generated records, a whole number from 0 to 2^53 - 1. The same seed generates the same records.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * The records that the mock starts with.
   *
   * - `default`: 200 volunteers (the personas come first), some users without a volunteer record, 250 roles
   * - `empty`: no records
   * - `single-page`: like `default`, but with exactly one full page of roles
   * - `many-pages`: 100,000 volunteers and 10,000 roles, generated on demand
   * - `personas`: only the hand-made records
   *
   * @default 'default'
   */
  readonly scenario?: ScenarioName | undefined
  /**
   * Total number of volunteers, from 0 to 10,000,000. Includes the personas.
   *
   * @default the number of the scenario
   */
  readonly volunteers?: number | undefined
  /**
   * Total number of roles, from 0 to 10,000,000. Includes the hand-made roles.
   *
   * @default the number of the scenario
   */
  readonly roles?: number | undefined
}

const MAX_RECORDS = 10_000_000

/**
 * Checks the options, and returns the plan of the data. Options that mean the same have equal plans.
 *
 * @throws InvalidOptionError For an unknown scenario, or a number out of range.
 */
export function planFor(options: DataOptions, pageSize: number): DataPlan {
  const name = options.scenario ?? 'default'
  if (typeof name !== 'string' || !Object.hasOwn(scenarios, name)) {
    throw new InvalidOptionError(
      `unknown scenario "${shown(name)}"; the scenarios are: ${Object.keys(scenarios).join(', ')}`,
    )
  }
  const scenario: Scenario = scenarios[name]
  return {
    seed: checkedSeed(options.seed),
    personas: scenario.personas,
    totals: {
      volunteers: checkedCount('volunteers', options.volunteers ?? scenario.volunteers(), MAX_RECORDS),
      roles: checkedCount('roles', options.roles ?? scenario.roles(pageSize), MAX_RECORDS),
    },
  }
}
