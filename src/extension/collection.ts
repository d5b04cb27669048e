import { describe, onlyFieldNames } from '../common/description.js'
import { InvalidOptionError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { memberAt } from '../common/json-path.js'
import { isPlainObject } from '../common/plain-object.js'
import { hash } from '../common/random.js'
import { didYouMean } from '../common/text.js'
import { validate } from '../common/validate.js'
import type { AnyRecord, FactoryOptions, Kind, Sources } from '../contract/kind.js'
import { builtId, DEFAULT_SEED, merge } from '../dataset/build.js'
import { mapKinds } from '../dataset/kinds.js'
import { brokenRules } from '../dataset/rules.js'
import { openSource } from '../dataset/source.js'
import { Store } from '../dataset/store.js'
import { recordSchema } from './checked-schema.js'
import type { OwnCollection } from './extension-data.js'
import { openReading } from './reading.js'

const MAX_INITIAL = 10_000
/** The first records have lower ids. */
const FIRST_BUILT_ID = MAX_INITIAL + 1
/** How many of the first records are made twice, to see whether they are the same. */
const MADE_TWICE = 3

function failedToRun(what: string, problem: string, cause?: unknown): InvalidOptionError {
  return new InvalidOptionError(`${what} ${problem}`, undefined, { cause })
}

/** Runs code of the team. */
function run<Result>(what: string, code: () => Result): Result {
  try {
    return code()
  } catch (cause) {
    throw failedToRun(what, `failed: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

/** Creates the kind of a collection. */
export function createKind(collection: OwnCollection, kinds: { readonly [name: string]: Kind }): Kind {
  const { name, one, unique, references, factory, initial } = collection
  const schema = recordSchema(name, collection.schema) as Kind['schema']
  const fields = onlyFieldNames(describe(schema))
  let madeTwice = 0

  /** Calls the factory, and checks what it returns. */
  function makeFields(seed: number, index: number): object {
    const what = `the factory of ${name}`
    const make = () => run(what, () => factory({ index, seed: hash(`${seed} ${name} ${index}`) }))
    const made: unknown = make()
    if (!isPlainObject(made)) throw failedToRun(what, 'must return an object with fields')
    const unknown = Object.keys(made).find((field) => fields.length > 0 && !fields.includes(field))
    if (unknown !== undefined)
      throw failedToRun(what, `returns the unknown field "${unknown}"${didYouMean(unknown, fields)}`)
    if (madeTwice++ < MADE_TWICE && JSON.stringify(make()) !== JSON.stringify(made))
      throw failedToRun(
        what,
        'returns something else when called again; use its index and seed in place of Math.random or Date.now, so that each run is the same',
      )
    return made
  }

  function fill(partial: unknown, id: unknown, seed: number, index: number): unknown {
    return merge(schema, { ...makeFields(seed, index), id }, partial)
  }

  function complete(partial: unknown, options: FactoryOptions): unknown {
    const { seed = DEFAULT_SEED, index = 0 } = options
    const id = memberAt(partial, ['id']) ?? builtId(kind, options)
    // Continues after the initial records, so that a unique field may be made from the index.
    return fill(partial, id, seed, MAX_INITIAL + index)
  }

  function makeInitial(seed: number, sources: Sources): AnyRecord[] {
    const what = `initial of ${name}`
    const rows = mapKinds({ kinds }, (other, of) => new Store(() => sources[other]!, of))
    const readers = mapKinds({ kinds }, (other, of) => openReading(of, () => rows[other]!))
    const partials: unknown = run(what, () => initial!(readers))
    if (!Array.isArray(partials) || partials.length > MAX_INITIAL)
      throw failedToRun(what, `must return a list of at most ${MAX_INITIAL} records`)
    const given = new Set(partials.map((partial) => memberAt(partial, ['id'])))
    let next = 1
    const records = partials.map((partial: unknown, index) => {
      while (given.has(String(next))) next++
      const id = memberAt(partial, ['id']) ?? String(next++)
      const { problems, value } = validate(schema, fill({ ...(partial as object), id }, id, seed, index))
      for (const { path, reason } of problems)
        throw failedToRun(what, `[${index}]${path.slice(1)}: ${reason}`)
      return deepFreeze(value as AnyRecord)
    })
    const own = new Store(() => openSource(kind, records), kind)
    const ids = new Set(records.map(({ id }) => id))
    if (ids.size < records.length) throw failedToRun(what, 'returns two records with the same id')
    const all = { ...kinds, [name]: kind }
    const [broken] = brokenRules(all, name, records, (other) => (other === name ? own : rows[other]!))
    if (broken) throw failedToRun(what, `breaks a rule: ${broken.path}: ${broken.reason}`)
    return records
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
