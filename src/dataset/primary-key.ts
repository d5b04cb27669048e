let keys = 0

/** Returns a key that is unique in this process. `build.mjs` replaces the key function of @msw/data with it. */
export function createPrimaryKey(): string {
  return `conmock-${++keys}`
}
