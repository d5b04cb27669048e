/** Versions of the packages that are installed for the browser tests. */
export const versions = {
  msw: ['2.15.0', '3.0.5'],
  vitest: '4.1.12',
  playwright: '1.65.1',
  /** The oldest and the newest version that package.json supports. */
  playwrightTest: ['1.57.0', '1.65.1'],
} as const
