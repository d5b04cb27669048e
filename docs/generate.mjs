// Writes the generated parts of README.md: everything between `<!-- generated: NAME -->` and `<!-- /generated -->`.
// With --check it writes nothing, and fails when a part is out of date. Needs a build.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { assumptions, createMock, personas, scenarios } from '../dist/index.js'
import { describeVariants, formatValue } from '../dist/contract/variants.js'

const readme = new URL('../README.md', import.meta.url)

function cell(text) {
  return String(text).replaceAll('|', '\\|')
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

/** The variants, the default first; those that are not built yet in italics. */
function variantsCell({ variants, built, document }) {
  if (variants.kind !== 'choice') {
    const others = describeVariants(variants).replace(`${document}, `, '')
    return `\`${document}\`; ${built ? `_${others}_` : others}`
  }
  const sorted = variants.options.toSorted((a, b) => (b === document) - (a === document))
  return sorted.map((name) => (built && !built.includes(name) ? `_${name}_` : `\`${name}\``)).join(', ')
}

const cli = new URL('../dist/cli/bin.js', import.meta.url).pathname

const parts = {
  flags: () => {
    const help = execFileSync(process.execPath, [cli, 'serve', '--help'], { encoding: 'utf8' })
    return `\`\`\`text\n${help.trim()}\n\`\`\``
  },
  tokens: () =>
    table(
      ['token', 'scopes'],
      createMock().tokens.all.map(({ token, scopes, expiresAt }) => [
        `\`${token}\``,
        (scopes.map((scope) => `\`${scope}\``).join(' ') || 'none') +
          (expiresAt === 0 ? ', but expired' : ''),
      ]),
    ),
  scenarios: () =>
    table(
      ['scenario', 'what is in it'],
      Object.entries(scenarios).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  personas: () =>
    table(
      ['user id', 'persona', 'shows'],
      personas.map(({ name, shows, volunteer, user }) => [(volunteer?.user ?? user).id, name, shows]),
    ),
  assumptions: () =>
    table(
      ['name', 'the question', 'variants, the default first', 'status', 'profile `observed`'],
      Object.entries(assumptions).map(([name, assumption]) => [
        `\`${name}\``,
        assumption.question,
        variantsCell(assumption),
        assumption.standard ? `${assumption.status} (${assumption.standard})` : assumption.status,
        `\`${formatValue(assumption.observed)}\``,
      ]),
    ),
}

const before = readFileSync(readme, 'utf8')
const filled = before.replaceAll(
  /(<!-- generated: (\w+) -->).*?(<!-- \/generated -->)/gs,
  (_, start, name, end) => `${start}\n\n${parts[name]()}\n\n${end}`,
)
const after = await format(filled, { ...(await resolveConfig(readme)), parser: 'markdown' })

if (process.argv.includes('--check')) {
  if (after !== before) {
    process.stderr.write('README.md is out of date: run npm run docs\n')
    process.exitCode = 1
  }
} else {
  writeFileSync(readme, after)
}
