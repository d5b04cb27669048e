/**
 * The default world: SHA-256 of its export as JSON. Users keep snapshots of what it serves, so a change of this hash
 * breaks their tests: it is a breaking change, and belongs into the changelog as one.
 */
export const DEFAULT_WORLD = '4057015ff6c502fc2c3915d02dd09744a8452bc3b5286407907def929e1998e8'
