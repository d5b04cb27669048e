let keys = 0

/** A key that no other record of this process has. `build.mjs` has @msw/data use it for its records. */
export function createPrimaryKey(): string {
  return `conmock-${++keys}`
}
