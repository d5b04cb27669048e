import type { Kind } from '../contract/kind.js'
import type { Names } from './combined-names.js'
import { madeKind } from './made-kind.js'

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
  const { one } = given
  return madeKind({
    ...given,
    keys: [
      { name: `the ${one} id`, path: ['id'] },
      { name: `the ${one} name`, path: ['name'] },
    ],
    handMade,
    firstGeneratedId: FIRST_GENERATED_ID,
    firstBuiltId: 20_000_001,
    make(id, index, seed, texts) {
      const generated = names.at(seed, index)
      const name = texts ? (texts['name'] ?? `${generated}-${id}`) : generated
      return { id, name, ...otherFields?.({ id, name }) } as T
    },
    indexOfKey: (name, seed) => names.indexOf(seed, name),
  })
}
