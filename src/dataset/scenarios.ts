import { deepFreeze } from '../contract/freeze.js'
import { InvalidOptionError } from '../contract/errors.js'
import { shown } from '../contract/settings.js'
import { handMadeRoles, handMadeVolunteers } from './personas.js'
import { generatedWorld, type World } from './world.js'

interface Scenario {
  readonly description: string
  readonly personas: boolean
  volunteers(): number
  roles(pageSize: number): number
}

/** The named worlds. */
export const scenarios = deepFreeze({
  default: {
    description: '200 volunteers with the personas among the first, users without a record, 250 roles',
    personas: true,
    volunteers: () => 200,
    roles: () => 250,
  },
  empty: {
    description: 'Nothing at all',
    personas: false,
    volunteers: () => 0,
    roles: () => 0,
  },
  'single-page': {
    description: 'As default, with exactly one full page of roles',
    personas: true,
    volunteers: () => 200,
    roles: (pageSize) => pageSize,
  },
  'many-pages': {
    description: '100,000 volunteers and 10,000 roles, made as they are asked for',
    personas: true,
    volunteers: () => 100_000,
    roles: () => 10_000,
  },
  personas: {
    description: 'The hand-made records alone',
    personas: true,
    volunteers: () => handMadeVolunteers().length,
    roles: () => handMadeRoles().length,
  },
} as const satisfies Record<string, Scenario>)

/** Name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** What a caller may choose about the generated world. */
export interface WorldOptions {
  /** Default 1. A whole number from 0 to 2^53 - 1. Another seed makes another world of the same shape. */
  readonly seed?: number | undefined
  /** Default `default`. */
  readonly scenario?: ScenarioName | undefined
  /** Number of volunteers in all, hand-made ones included. Default: as the scenario has it. At most 10,000,000. */
  readonly volunteers?: number | undefined
  /** Number of roles in all, hand-made ones included. Default: as the scenario has it. At most 10,000,000. */
  readonly roles?: number | undefined
}

const MAX_RECORDS = 10_000_000

/** Checks a whole number from 0. */
export function checkedCount(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new InvalidOptionError(
    `${name} must be a whole number from 0 to ${max}, but is ${typeof value === 'string' ? `the text "${String(value)}"` : shown(value)}`,
  )
}

/** Checks a seed. */
export function checkedSeed(seed: number | undefined): number {
  return checkedCount('seed', seed ?? 1, Number.MAX_SAFE_INTEGER)
}

/**
 * Checks the options, and returns what opens the world that they ask for. Opening costs next to nothing, whatever its
 * size: records are made when they are asked for.
 *
 * @throws InvalidOptionError For an unknown scenario, or a number out of range.
 */
export function worldFor(options: WorldOptions, pageSize: number): () => World {
  const name = options.scenario ?? 'default'
  if (typeof name !== 'string' || !Object.hasOwn(scenarios, name)) {
    throw new InvalidOptionError(
      `unknown scenario "${shown(name)}"; the scenarios are: ${Object.keys(scenarios).join(', ')}`,
    )
  }
  const scenario: Scenario = scenarios[name]
  const plan = {
    seed: checkedSeed(options.seed),
    volunteers: checkedCount('volunteers', options.volunteers ?? scenario.volunteers(), MAX_RECORDS),
    roles: checkedCount('roles', options.roles ?? scenario.roles(pageSize), MAX_RECORDS),
    personas: scenario.personas,
  }
  return () => generatedWorld(plan)
}
