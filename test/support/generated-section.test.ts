import { readFileSync, statSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeGeneratedSection } from './generated-section.js'
import { temporaryFile } from './temporary-folder.js'

/** Not formatted like prettier, so that a test fails if more than the section is changed. */
const page = (inner: string) => `#  Page
<!-- generated: one -->${inner}<!-- /generated -->
*  between
<!-- generated: two -->

mine

<!-- /generated -->

  after`

function write(file: string, name: string, text: string): Promise<void> {
  return writeGeneratedSection({ file, name, text, command: 'npm run it' })
}

beforeEach(() => vi.stubEnv('CI', undefined))
afterEach(() => vi.unstubAllEnvs())

describe('a generated section', () => {
  it('is replaced by the formatted text, and nothing else changes', async () => {
    const file = temporaryFile('page.md', page('\nold\n'))
    await write(file, 'one', '* $& |a\n* b')
    expect(readFileSync(file, 'utf8')).toBe(page('\n\n- $& |a\n- b\n\n'))
  })

  it('is not written if it is the same', async () => {
    const file = temporaryFile('page.md', page('\n\nnew\n\n'))
    utimesSync(file, 1, 1)
    await write(file, 'one', 'new')
    expect(statSync(file).mtimeMs).toBe(1000)
  })

  it.each([
    ['it does not exist', page('').replace('one', 'other')],
    ['there are two', page('') + page('')],
    ['it has no end', '<!-- generated: one -->'],
    ['the next end is of another section', `<!-- generated: one -->\n${page('').replace('one', 'other')}`],
  ])('is an error if %s, and nothing is written', async (_, text) => {
    const file = temporaryFile('page.md', text)
    await expect(write(file, 'one', 'new')).rejects.toThrow('not exactly one')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('is only compared with CI=true', async () => {
    vi.stubEnv('CI', 'true')
    const file = temporaryFile('page.md', page('\n\nold\n\n'))
    await write(file, 'one', 'old')
    await expect(write(file, 'one', 'new')).rejects.toThrow(
      /^the section "one" of .*page\.md is out of date: run npm run it$/,
    )
    expect(readFileSync(file, 'utf8')).toBe(page('\n\nold\n\n'))
  })
})
