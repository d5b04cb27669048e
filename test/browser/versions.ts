/** What the lane installs beside the package, pinned. */
export const versions = {
  msw: ['2.15.0', '3.0.5'],
  vitest: '4.1.12',
  playwright: '1.65.1',
} as const
