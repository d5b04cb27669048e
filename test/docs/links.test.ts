import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, relativeLinks } from './links.js'
import { program } from './sandbox.js'

const root = program('')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test.each(files)('the links of %s lead to files and headings', (file) => {
  const links = relativeLinks(root, file)
  expect(links.filter(({ to }) => !existsSync(join(root, to)))).toEqual([])
  const toHeadings = links.filter(({ anchor }) => anchor !== '')
  expect(toHeadings.filter(({ to, anchor }) => !anchorsOf(root, to).includes(anchor))).toEqual([])
})
