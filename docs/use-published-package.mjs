// Turns the instructions to install conmock from a tarball into those for the published package:
// node docs/use-published-package.mjs
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const tarball = `conmock-${version}.tgz`

/**
 * Returns the text of a file as it is once conmock is on npm.
 *
 * @param {string} text
 */
export function forPublishedPackage(text) {
  return text
    .replaceAll(/<!-- unpublished -->.*?<!-- \/unpublished -->\n*/gs, '')
    .replaceAll(`COPY ${tarball} ./\n`, '')
    .replaceAll(`"file:../../${tarball}"`, `"^${version}"`)
    .replaceAll(`./${tarball}`, 'conmock')
}

/** The files with instructions, relative to the root of the repository. */
export function filesWithInstructions() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const patterns = ['README.md', 'docs/*.md', 'examples', 'skills']
  const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  return files.map((file) => new URL(`../${file}`, import.meta.url))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of filesWithInstructions()) {
    const text = readFileSync(file, 'utf8')
    const published = forPublishedPackage(text)
    if (published !== text) writeFileSync(file, published)
  }
}
