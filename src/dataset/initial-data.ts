import QuickLru from 'quick-lru'
import { memberAt } from '../common/json-path.js'
import { memoizeOnce } from '../common/memoize.js'
import type { BuiltInData } from '../contract/api.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import type { AnyRecord, Generation, Source, Sources } from '../contract/kind.js'
import type { Settings } from '../contract/assumption.js'
import { DEFAULT_SEED } from './build.js'
import { listContainers, mapKinds } from './kinds.js'
import { openSource } from './source.js'

/** The records of each kind. */
export type Lists = { readonly [kind: string]: readonly AnyRecord[] }

interface DataPlan {
  readonly seed: number
  readonly edgeCases: boolean
  /** Whether kinds have the first records that depend on others. */
  readonly hasInitial: boolean
  /** Numbers of records, including the hand-written ones. A kind without a number derives it from the others. */
  readonly totals: Generation['counts']
}

/** @param lists As in a data file, which leaves out the records that others contain. */
function withContained(api: CompiledApi, lists: Lists): Lists {
  return mapKinds(api, (name) => {
    const contained = listContainers(api, name).flatMap(({ container, member }) =>
      lists[container]!.map((record) => memberAt(record, [member]) as AnyRecord),
    )
    return [...contained, ...lists[name]!]
  })
}

/** @param lists As in a data file. */
export function givenData(api: CompiledApi, lists: Lists): Sources {
  const given = withContained(api, lists)
  return mapKinds(api, (name, kind) => openSource(kind, given[name]!))
}

function generateData(api: CompiledApi, { seed, edgeCases, hasInitial, totals }: DataPlan): Sources {
  const handMade = withContained(
    api,
    mapKinds(api, (name, kind) => (edgeCases ? kind.handMade.slice(0, totals[name]) : [])),
  )
  const counts = mapKinds(api, (name) => {
    const total = totals[name]
    return total === undefined ? undefined : total - handMade[name]!.length
  })
  const sources: Record<string, Source> = {}
  for (const [name, kind] of Object.entries(api.kinds)) {
    const generated = kind.generate({ seed, counts }, (other, index) =>
      sources[other]!.at(handMade[other]!.length + index),
    )
    const open = () => {
      const first = kind.initial && hasInitial ? kind.initial(seed, sources) : handMade[name]!
      return openSource(kind, first, generated)
    }
    // The first read opens it, because the code of a team may take time.
    if (kind.initial) Object.defineProperty(sources, name, { enumerable: true, get: memoizeOnce(open) })
    else sources[name] = open()
  }
  return sources
}

/** What the generated records depend on. */
export interface GeneratedData {
  readonly seed?: number | undefined
  /** Name of built-in data. */
  readonly data?: string | undefined
  /** The numbers of records, by the names of their options. */
  readonly [countOption: string]: unknown
}

/** Returns the plan of the data. Options that mean the same have equal plans. */
function planFor(api: CompiledApi, options: GeneratedData, settings: Settings): DataPlan {
  const { data = 'default', seed = DEFAULT_SEED } = options
  const chosen: BuiltInData = api.builtInData[data]!
  const totals = Object.entries(api.countOptions).map(([option, name]) => {
    const pageSize = settings[`${name}.pageSize`] as number | undefined
    return [name, options[option] ?? chosen.total(api.kinds[name]!, pageSize)] as const
  })
  return {
    seed,
    edgeCases: chosen.edgeCases,
    hasInitial: data !== 'empty',
    totals: Object.fromEntries(totals) as DataPlan['totals'],
  }
}

/** The last data of an API by their plans: enough for the tests of one process. */
const recent = compiled(() => new QuickLru<string, Sources>({ maxSize: 16 }))

/**
 * Returns the data that options choose. Mocks with the same plan share them. This is fast for every size, because records are
 * generated when they are first read.
 */
export function generatedData(api: CompiledApi, options: GeneratedData, settings: Settings): () => Sources {
  const plan = planFor(api, options, settings)
  const known = recent(api)
  const key = JSON.stringify(plan)
  return () => {
    const data = known.get(key) ?? generateData(api, plan)
    known.set(key, data)
    return data
  }
}
