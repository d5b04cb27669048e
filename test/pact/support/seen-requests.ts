import { vi } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../../../src/index.js'
import { getInternals } from '../../../src/mock/mock-internals.js'

/** A request that a mock received. */
export interface SeenRequest {
  readonly path: string
  readonly authorization: string | null
}

/** Creates a mock whose requests are recorded, also after a reset. */
export function recordRequests(options: MockOptions = {}): {
  readonly mock: Mock
  readonly seen: SeenRequest[]
} {
  const seen: SeenRequest[] = []
  const mock = createMock(options)
  const internals = getInternals(mock)
  const { respond } = internals
  vi.spyOn(internals, 'respond').mockImplementation((request) => {
    const { pathname, search } = new URL(request.url)
    seen.push({ path: pathname + search, authorization: request.headers.get('authorization') })
    return respond(request)
  })
  return { mock, seen }
}
