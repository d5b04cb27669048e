import { nodeProcess } from './node-process.js'

/** The environment variable of `conmock needs`: JSON with the fields to leave out, and a file that each mock writes. */
export const NEEDS_VARIABLE = 'CONMOCK_NEEDS'

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
  const variable = node?.env?.[NEEDS_VARIABLE]
  const fs = node?.getBuiltinModule?.('fs')
  if (variable === undefined || !fs) return undefined
  const { leftOut, report } = JSON.parse(variable) as Pick<NeedsRun, 'leftOut'> & { report: string }
  let isReported = false
  return {
    leftOut,
    report() {
      if (!isReported) fs.writeFileSync(report, '')
      isReported = true
    },
  }
}
