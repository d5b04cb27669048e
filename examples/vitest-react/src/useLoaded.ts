import { useEffect, useState } from 'react'

type Loaded<T> = { state: 'loading' } | { state: 'loaded'; value: T } | { state: 'failed'; error: unknown }

/** Returns the result of `load`. Loads again if `load` changes. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  useEffect(() => {
    let current = true
    setLoaded({ state: 'loading' })
    load().then(
      (value) => current && setLoaded({ state: 'loaded', value }),
      (error: unknown) => current && setLoaded({ state: 'failed', error }),
    )
    return () => {
      current = false
    }
  }, [load])
  return loaded
}
