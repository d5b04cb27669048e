const REALM = Symbol.for('conmock.coverage.realm')

interface Realm {
  readonly id: string
  reports: number
}

interface WithRealm {
  [REALM]?: Realm
}

/** Returns what the test files of this JavaScript realm share. Only the setup file of the plugin calls it. */
export function openRealm(): Realm {
  return ((globalThis as WithRealm)[REALM] ??= { id: crypto.randomUUID(), reports: 0 })
}

/** Whether the plugin is in the configuration of these tests. */
export function isPluginActive(): boolean {
  return REALM in globalThis
}
