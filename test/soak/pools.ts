import { createMock } from '../../src/index.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Faker } from '@faker-js/faker'
import { fakerFor } from '../../src/dataset/faker.js'
import type { Exchange } from './exchange.js'
import {
  bigRequest,
  goodRequests,
  lastRequests,
  ROLE_COUNT,
  tokenRequests,
  VOLUNTEERS,
} from './good-requests.js'
import { malformedRequests } from './malformed-requests.js'
import { Oracle } from './oracle.js'
import { refusedRequests } from './refused-requests.js'

const TOKENS = 2000

/** Tokens hold the time at which they were issued, so time stands still: for the server and for the oracle. */
const stillClock = fileURLToPath(new URL('still-clock.config.json', import.meta.url))
const { now } = JSON.parse(readFileSync(stillClock, 'utf8')) as { now: number }

/** The requests that a soak sends, in groups of one kind. */
export interface Pools {
  readonly oracle: Oracle
  /** Those after which the connection stays open. The first are the records, the fourth the pages of roles. */
  readonly usual: readonly (readonly Exchange[])[]
  /** Those after which it is closed, because the client wants it so. */
  readonly last: readonly (readonly Exchange[])[]
  /** Those after which it is closed, because they are broken. */
  readonly malformed: readonly (readonly Exchange[])[]
  /** Those that must be sent once, and in this order. */
  readonly tokens: readonly Exchange[]
  readonly big: Exchange
}

/** The flags of a server that has the world of these pools. */
export function serverFlags(seed: number): string[] {
  const world = ['--seed', String(seed), '--volunteers', String(VOLUNTEERS), '--roles', String(ROLE_COUNT)]
  return [...world, '--config', stillClock, '--set', 'token.endpoint=on', '--set', 'roles.limit=honoured']
}

/** Makes all requests, and finds out what each must be answered by. */
export async function makePools(seed: number): Promise<Pools> {
  const assumptions = { 'token.endpoint': 'on', 'roles.limit': 'honoured' } as const
  const oracle = new Oracle(createMock({ seed, now, volunteers: VOLUNTEERS, roles: ROLE_COUNT, assumptions }))
  return {
    oracle,
    usual: [...(await goodRequests(oracle)), ...(await refusedRequests(oracle))],
    last: await lastRequests(oracle),
    malformed: malformedRequests(oracle),
    tokens: await tokenRequests(oracle, TOKENS),
    big: await bigRequest(oracle),
  }
}

/** What the groups of usual requests weigh, where it is not 2. */
const weights: Record<string, number> = {
  'good: volunteer': 30,
  'good: page of roles': 10,
  'refused: token': 1,
}

/** Draws requests: the same ones in the same order for the same seed and lane. */
export class Mix {
  readonly #faker: Faker
  readonly #pools: Pools
  readonly #weighted: readonly (readonly Exchange[])[]

  constructor(pools: Pools, seed: number, lane: number) {
    this.#faker = fakerFor(seed, `soak ${lane}`, 0)
    this.#pools = pools
    this.#weighted = pools.usual.flatMap((group) => {
      const weight = weights[group[0]!.kind] ?? 2
      return Array.from({ length: weight }, () => group)
    })
  }

  /** One element of a list. */
  pick<T>(list: readonly T[]): T {
    return this.#faker.helpers.arrayElement(list)
  }

  /** A whole number from `min` to `max`. */
  int(min: number, max: number): number {
    return this.#faker.number.int({ min, max })
  }

  /** One after which the connection stays open. */
  usual(): Exchange {
    return this.pick(this.pick(this.#weighted))
  }

  /** Some of these. */
  several(least: number, most: number): Exchange[] {
    return Array.from({ length: this.int(least, most) }, () => this.usual())
  }

  last(): Exchange {
    return this.pick(this.pick(this.#pools.last))
  }

  /** What may come before a broken request in one go. */
  beforeMalformed(): Exchange[] {
    return this.#faker.datatype.boolean() ? this.several(1, 5) : []
  }

  malformed(): Exchange {
    return this.pick(this.pick(this.#pools.malformed))
  }
}
