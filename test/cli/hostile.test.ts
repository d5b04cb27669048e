import { createMock } from '../../src/index.js'
import { describe, expect, it } from 'vitest'
import { requestLine } from '../../src/cli/print.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { runMain } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

describe('a line of the log', () => {
  it('has no control characters and no second line except for the hint, and keeps other unusual characters', async () => {
    const mock = createMock()
    await mock.fetch('http://mock/nowhere')
    const refusal = {
      code: 'unknown_path',
      detail: 'naïve – 佐藤 👩🏽 "\u001b[2J\nGET /fake 200 \u202e\u0007"',
      hint: 'send\nGET /fake 200 \u001b[2J',
    } as const
    const text = requestLine({ ...mock.requests.last()!, path: '/\u009b2J', refusal }, false)
    const [line = '', hint = '', ...more] = text.split('\n')
    expect(hint).toContain('send GET /fake 200 \uFFFD[2J')
    expect(more).toEqual([])
    expect(line).toContain('naïve – 佐藤 👩🏽')
    // The line may contain escape sequences for colors, so only the injected ones are looked for.
    for (const obeyed of ['\u001b[2J', '\u009b', '\n', '\u202e', '\u0007']) expect(line).not.toContain(obeyed)
  })

  it('only has the time and the note for an entry without a request', () => {
    const mock = createMock()
    getInternals(mock).requestLog.note('removed idle sandboxes: w3')
    expect(requestLine(mock.requests.last()!, false)).toMatch(/\d\d:\d\d:\d\d\S* removed idle sandboxes: w3$/)
  })
})

it('the command line prints at most 1,000 of many problems', async () => {
  const roles = Array.from({ length: 200_000 }, () => ({ id: '1' }))
  const { code, stderr } = await runMain('--data', temporaryFile('many.json', JSON.stringify({ roles })))
  expect(code).toBe(2)
  const lines = stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(1001)
  expect(lines.at(-1)).toBe('conmock: and 198999 more')
})
