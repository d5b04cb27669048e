import { InvalidOptionError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { memberAt } from '../common/json-path.js'
import { hash } from '../common/random.js'
import type { AnyRecord, FactoryOptions, Kind, Sources } from '../contract/kind.js'
import { builtId, DEFAULT_SEED, merge, parseRecord } from '../dataset/build.js'
import { Store } from '../dataset/store.js'
import { recordSchema } from './checked-schema.js'
import type { OwnCollection } from './extension-data.js'
import { openReading } from './reading.js'

const MAX_INITIAL = 10_000
/** The first records have lower ids. */
const FIRST_BUILT_ID = MAX_INITIAL + 1
/** How many of the first records are made twice, to see whether they are the same. */
const MADE_TWICE = 3

/** Creates the kind of a collection. */
export function createKind(collection: OwnCollection, kinds: { readonly [name: string]: Kind }): Kind {
  const { name, one, unique, references, factory, initial } = collection
  const schema = recordSchema(collection.schema) as Kind['schema']

  function complete(partial: unknown, options: FactoryOptions): unknown {
    const { seed = DEFAULT_SEED, index = 0 } = options
    const made = factory({ index, seed: hash(`${seed} ${name} ${index}`) })
    const id = memberAt(partial, ['id']) ?? builtId(kind, options)
    return merge(schema, { ...made, id }, partial)
  }

  /** Makes the record of the factory with these options. */
  function make(partial: object, id: string, options: FactoryOptions): AnyRecord {
    return parseRecord(kind, complete({ id, ...partial }, options))
  }

  function checkFactory(partial: object, id: string, options: FactoryOptions, made: AnyRecord): void {
    if (JSON.stringify(make(partial, id, options)) === JSON.stringify(made)) return
    throw new InvalidOptionError(
      `the factory of ${name} makes another record at the second call; it must return the same in every run, so use its index and seed, and no Math.random or Date.now`,
    )
  }

  function makeInitial(seed: number, sources: Sources): AnyRecord[] {
    const readers = Object.entries(kinds).map(([other, of]) => {
      const rows = new Store(() => sources[other]!, of)
      return [other, openReading(of, () => rows)] as const
    })
    const partials = initial!(Object.fromEntries(readers))
    if (!Array.isArray(partials) || partials.length > MAX_INITIAL)
      throw new InvalidOptionError(`initial of ${name} must return a list of at most ${MAX_INITIAL} records`)
    const given = new Set(partials.map((partial) => memberAt(partial, ['id'])))
    let next = 1
    return partials.map((partial: object, index) => {
      while (given.has(String(next))) next++
      const id = (memberAt(partial, ['id']) ?? String(next++)) as string
      const options = { seed, index }
      const record = make(partial, id, options)
      if (index < MADE_TWICE) checkFactory(partial, id, options, record)
      return deepFreeze(record)
    })
  }

  const kind: Kind = {
    one,
    many: name,
    resource: one,
    schema,
    keys: [{ name: `the ${one} id`, path: ['id'] }],
    unique,
    references,
    firstBuiltId: FIRST_BUILT_ID,
    handMade: [],
    complete,
    generate: () => ({ size: 0, firstId: FIRST_BUILT_ID, make: () => undefined as never }),
    ...(initial && { initial: makeInitial }),
  }
  return kind
}
