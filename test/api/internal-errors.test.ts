import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { authorized, ROLES, volunteerPath } from '../support/ask.js'

/** A mock with data that fail until `repair` is called. */
function broken(failure: unknown) {
  const mock = createMock()
  const { dataset } = getInternals(mock)
  function fail(): never {
    throw failure
  }
  const spy = vi.spyOn(dataset, 'stores', 'get').mockImplementation(fail)
  const repair = () => spy.mockRestore()
  onTestFinished(repair)
  return { mock, repair }
}

describe.each([ROLES, volunteerPath('1')])('an internal error behind %s', (path) => {
  it('is answered with 500 and the code internal_error, without details', async () => {
    const { mock } = broken(new Error('the inside must not show'))
    const response = await mock.fetch(authorized(path))
    expect(response.headers.get('content-type')).toBe('application/json')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
    })
    expect(text).not.toMatch(/inside|Error:|\bat \S+:\d|\.[jt]s\b/)
  })

  it('is in the request log with its cause, and does not affect the next request', async () => {
    for (const [failure, detail] of [
      [new TypeError('no such thing'), /^bug in conmock: TypeError: no such thing\n\s+at /],
      ['a string that somebody threw', /^bug in conmock: a string that somebody threw$/],
    ] as const) {
      const { mock, repair } = broken(failure)
      expect((await mock.fetch(authorized(path))).status).toBe(500)
      expect(mock.requests.last()?.refusal?.detail).toMatch(detail)
      repair()
      expect((await mock.fetch(authorized(path))).status).toBe(200)
    }
  })
})
