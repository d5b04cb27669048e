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
import { checkWith, recordSchema } from './checked-schema.js'
import type { OwnCollection } from './extension-data.js'
import { openReading } from './reading.js'

const MAX_INITIAL = 10_000
/** The first records have lower ids. */
const FIRST_BUILT_ID = MAX_INITIAL + 1
/** How many of the first records are checked more closely, which takes time: whether the factory makes the same again, and the id. */
const CHECKED_RECORDS = 3

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
  let filledCount = 0

  /** Calls the factory, and checks what it returns. @param isFirst Whether to check it more closely. */
  function makeFields(seed: number, index: number, isFirst: boolean): { readonly id?: unknown } {
    const what = `the factory of ${name}`
    const make = (place = index): unknown =>
      run(what, () => factory({ index: place, seed: hash(`${seed} ${name} ${place}`) }))
    const made = make()
    if (!isPlainObject(made)) throw failedToRun(what, 'must return an object with fields')
    const unknown = Object.keys(made).find((field) => fields.length > 0 && !fields.includes(field))
    if (unknown !== undefined)
      throw failedToRun(what, `returns the unknown field "${unknown}"${didYouMean(unknown, fields)}`)
    if (!isFirst) return made
    if (JSON.stringify(make()) !== JSON.stringify(made))
      throw failedToRun(
        what,
        'returns something else when called again; use its index and seed in place of Math.random or Date.now, so that each run is the same',
      )
    if (made['id'] !== undefined && made['id'] === memberAt(make(index + 1), ['id']))
      throw failedToRun(what, 'returns the same id for each index')
    return made
  }

  /**
   * Adds the missing fields of a record.
   *
   * @param nextId Returns an id. It is called if neither the record nor the factory has one.
   */
  function fill(partial: unknown, nextId: () => string, seed: number, index: number): unknown {
    const isFirst = filledCount++ < CHECKED_RECORDS
    const made = makeFields(seed, index, isFirst)
    const filled = (id: unknown) => merge(schema, { ...made, id }, partial)
    if (made.id !== undefined || memberAt(partial, ['id']) !== undefined) return filled(made.id)
    const record = filled(nextId())
    if (!isFirst) return record
    const { issues } = checkWith(name, collection.schema, record)
    const wrong = issues.find(({ path }) => path.join() === 'id')
    if (!wrong) return record
    throw failedToRun(
      `the id that conmock gives a ${one}`,
      `does not fit: ${wrong.message}; let the factory return one that differs for each index`,
    )
  }

  function complete(partial: unknown, options: FactoryOptions): unknown {
    const { seed = DEFAULT_SEED, index = 0 } = options
    // Continues after the initial records, so that a unique field may be made from the index.
    return fill(partial, () => builtId(kind, options), seed, MAX_INITIAL + index)
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
    function nextId(): string {
      while (given.has(String(next))) next++
      return String(next++)
    }
    const records = partials.map((partial: unknown, index) => {
      const { problems, value } = validate(schema, fill({ ...(partial as object) }, nextId, seed, index))
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
