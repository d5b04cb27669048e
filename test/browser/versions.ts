/** Versions of the packages that are installed for the browser tests. */
export const versions = {
  msw: ['2.15.0', '3.0.5'],
  vitest: '4.1.12',
  playwright: '1.65.1',
} as const
