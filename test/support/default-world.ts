/**
 * The default world: SHA-256 of its export as JSON. Users keep snapshots of what it serves, so a change of this hash
 * breaks their tests: it is a breaking change, and belongs into the changelog as one.
 */
export const DEFAULT_WORLD = 'b95d70edaac2ebc8fbf8b8ed44acedc8d44b834443026f780f5e39b1689026b4'
