/** Options for fast-check with a fixed seed, so that each run tests the same cases. */
export function runs(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: 20_260_801, numRuns }
}
