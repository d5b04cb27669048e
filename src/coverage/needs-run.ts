import { nodeProcess } from './node-process.js'

/** The environment variable of `conmock needs`: the file that tells mocks which fields to leave out. */
export const NEEDS_VARIABLE = 'CONMOCK_NEEDS'

/** The file of the variable. */
interface NeedsFile {
  readonly leftOut: NeedsRun['leftOut']
  /** File to which each mock writes that it takes part. */
  readonly report: string
}

/** What a mock does during `conmock needs`. */
export interface NeedsRun {
  /** Fields to leave out of responses, by operation, as in `contract/needs.ts`. */
  readonly leftOut: { readonly [operation: string]: readonly string[] }
  /** Reports that the mock has sent a successful response. Without one, a run proves nothing: another server or a fault answered. */
  readonly report: () => void
}

/** Whether `conmock needs` has started this process. Then nothing else is written. */
export function isNeedsRun(): boolean {
  return nodeProcess()?.env?.[NEEDS_VARIABLE] !== undefined
}

/** Returns what a new mock must do. `undefined` without `conmock needs`. */
export function startNeedsRun(): NeedsRun | undefined {
  const node = nodeProcess()
  const file = node?.env?.[NEEDS_VARIABLE]
  const fs = file === undefined ? undefined : node?.getBuiltinModule?.('fs')
  if (!node || file === undefined || !fs) return undefined
  const { leftOut, report } = JSON.parse(fs.readFileSync(file, 'utf8')) as NeedsFile
  let isReported = false
  return {
    leftOut,
    report() {
      if (!isReported) fs.appendFileSync(report, `${node.pid}\n`)
      isReported = true
    },
  }
}
