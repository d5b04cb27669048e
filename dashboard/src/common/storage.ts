/** Reads a setting. A browser that blocks cookies throws an error for every use of its storage. */
export function readStored(storage: 'localStorage' | 'sessionStorage', key: string): string | undefined {
  try {
    return globalThis[storage].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function store(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    globalThis[storage].setItem(key, value)
  } catch {
    // The setting is used until the page is closed.
  }
}
