import type { Kind } from '../contract/kind.js'
import { builtId, stringsIn } from './build.js'
import type { Names } from './combined-names.js'
import { merge } from './merge.js'
import { generatedSource } from './source.js'

type ListRecord = { id: string; name: string }

/** Hand-written records have lower ids. */
const FIRST_GENERATED_ID = 101

interface ListRecords<T extends ListRecord> extends Pick<
  Kind<T>,
  'one' | 'many' | 'resource' | 'schema' | 'defaultTotals'
> {
  readonly handMade?: readonly T[]
  readonly names: Names
  /** Returns the other fields of a record. They may depend on its id and its name. */
  readonly otherFields?: (record: ListRecord) => Omit<T, keyof ListRecord>
}

/** Creates the kind of the records of a list, which have an id and a unique name. */
export function listKind<T extends ListRecord>({
  handMade = [],
  names,
  otherFields,
  ...given
}: ListRecords<T>): Kind<T> {
  const { one, many } = given
  const firstBuiltId = 20_000_001
  const createRecord = (record: ListRecord) => ({ ...record, ...otherFields?.(record) }) as T
  return {
    ...given,
    keys: [
      { name: `the ${one} id`, path: ['id'] },
      { name: `the ${one} name`, path: ['name'] },
    ],
    handMade,
    firstBuiltId,
    generate: ({ seed, counts }) =>
      generatedSource({
        size: counts[many] ?? 0,
        firstId: FIRST_GENERATED_ID,
        make: (index, id) => createRecord({ id, name: names.at(seed, index) }),
        indexOfKey: (name) => names.indexOf(seed, name),
      }),
    complete(partial, options) {
      const { seed = 1, index = 0 } = options
      const { id = builtId({ firstBuiltId }, options), name = `${names.at(seed, index)}-${id}` } =
        stringsIn(partial)
      return merge(given.schema, createRecord({ id, name }), partial)
    },
  }
}
