/**
 * SHA-256 of the default data, exported as JSON. Users keep snapshots of responses, so a change of this hash is a
 * breaking change, and must be in the changelog.
 */
export const DEFAULT_WORLD = ''
