/**
 * SHA-256 of the default data, exported as JSON. Users keep snapshots of responses, so a change of this hash is a
 * breaking change, and must be in the changelog.
 */
export const DEFAULT_WORLD = '4057015ff6c502fc2c3915d02dd09744a8452bc3b5286407907def929e1998e8'
