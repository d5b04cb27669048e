/** How every property runs: with cases that are the same each time, so that a failure on one machine is one on all. */
export function runs(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: 20_260_801, numRuns }
}
