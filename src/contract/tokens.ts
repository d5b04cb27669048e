/** The built-in token that has every scope. */
export const ALL_SCOPES = 'mock-all-scopes'

/** Returns the built-in token that only has this scope: `mock-user-read`. */
export function builtInToken(scope: string): string {
  return `mock-${scope.replaceAll(':', '-')}`
}
