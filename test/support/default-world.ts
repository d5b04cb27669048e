/**
 * The default world: SHA-256 of its export as JSON. Users keep snapshots of what it serves, so a change of this hash
 * breaks their tests: it is a breaking change, and belongs into the changelog as one.
 */
export const DEFAULT_WORLD = 'dd80779e484e8181f569d5531b86f267051718a84aabdcf1a61c6a9717e4f59a'
