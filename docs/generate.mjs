// Writes data.schema.json and the generated parts of README.md and docs/:
// everything between `<!-- generated: NAME -->` and `<!-- /generated -->`. Needs a build.
// With --check it writes nothing, and fails if a part is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { assumptions, valueIn } from '../src/contract/assumptions.js'
import { evidence } from '../src/contract/evidence.js'
import { refusalReasons, tokenErrors } from '../src/contract/refusal-reasons.js'
import { scenarios } from '../src/dataset/scenarios.js'
import { createMock, personas } from '../src/index.js'
import { describeVariants, formatValue } from '../src/contract/variants.js'
import { routes } from '../src/control/routes.js'
import { createDataSchema } from './data-schema.mjs'
import { catalogue } from '../src/pact/recording/catalogue.js'
import { definedStates } from '../src/pact/states/provider-states.js'

const files = [
  'README.md',
  'docs/reference/assumptions.md',
  'docs/reference/cli.md',
  'docs/reference/control-plane.md',
  'docs/reference/data.md',
  'docs/reference/mock.md',
  'docs/reference/provider-states.md',
  'docs/reference/recorded-interactions.md',
]

function cell(text) {
  return String(text).replaceAll('|', '\\|')
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** The variants, the default first. */
function variantsCell({ variants, spec }) {
  if (variants.kind !== 'choice') {
    return `\`${spec}\`; ${describeVariants(variants).replace(`${spec}, `, '')}`
  }
  const sorted = variants.options.toSorted((a, b) => (b === spec) - (a === spec))
  return sorted.map((name) => `\`${name}\``).join(', ')
}

function assumptionDetails([name, assumption]) {
  const { section, quote, reported, confidence } = evidence[name]
  const example = assumption.variants.kind === 'choice' ? assumption.variants.options.at(-1) : null
  const value = example ?? { number: 25, rate: '10/60' }[assumption.variants.kind]
  const status = assumption.standard ? `${assumption.status}: ${assumption.standard}` : assumption.status
  return [
    `## ${name}`,
    `${assumption.question}.`,
    table(
      ['', ''],
      [
        ['the API specification', `${quote} (${section})`],
        ['variants, the default first', variantsCell(assumption)],
        ['status', status],
        ['profile `reported`', `\`${valueIn('reported', name)}\``],
        ...(reported ? [['the real service', `${reported} (confidence: ${confidence})`]] : []),
        ['example', `\`--set ${name}=${value}\``],
      ],
    ),
  ].join('\n\n')
}

const cli = new URL('../dist/cli/bin.js', import.meta.url).pathname

function helpOf(command) {
  const help = execFileSync(process.execPath, [cli, command, '--help'], { encoding: 'utf8' })
  return `\`\`\`text\n${help.trim()}\n\`\`\``
}

function listOf(entries) {
  return entries.map(([name, text]) => `\`${name}\`: ${text}`).join('<br>') || '–'
}

const stateTypes = ts.createSourceFile(
  'provider-states.ts',
  readFileSync('src/pact/states/provider-states.ts', 'utf8'),
  ts.ScriptTarget.Latest,
  true,
)

/** The members of an interface, of a type literal, or of an intersection of them. */
function membersOf(type) {
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersOf)
  if (!ts.isTypeReferenceNode(type)) return type.members
  const name = type.typeName.text
  return stateTypes.statements.find((each) => each.name?.text === name).members ?? []
}

/** The comment of a member, with the default. */
function commentOf(member) {
  const [{ comment, tags = [] }] = ts.getJSDocCommentsAndTags(member)
  const [standard] = tags
  const text = comment.replaceAll(/\s+/g, ' ')
  return standard
    ? `${text} Default: ${standard.comment.replaceAll(/\s+/g, ' ').replaceAll("'", '`')}`
    : text.replace(/\.$/, '')
}

const stateMembers = stateTypes.statements.find((each) => each.name?.text === 'ProviderStates').members

function stateRow([code, { definition }]) {
  const { name, forms, parameters, returns, inService } = definition
  const member = stateMembers.find((each) => each.name.text === code)
  const comments = new Map(
    membersOf(member.type.typeArguments[0]).map((each) => [each.name?.text, commentOf(each)]),
  )
  const described = Object.keys(parameters.shape).map((key) => [key, comments.get(key)])
  const names = [name, ...forms.filter((form) => form.includes('{'))]
    .map((form) => `\`${form}\``)
    .join('<br>')
  return [
    `\`${code}\``,
    names,
    commentOf(member),
    listOf(described),
    listOf(Object.entries(returns)),
    inService,
  ]
}

function catalogueRow({ operation, cases, variants = [], interaction }) {
  const names = [...cases, ...variants]
  return [operation, names.map((name) => `\`${name}\``).join(' '), interaction(new Set(names)).description]
}

/** A list of query parameters, such as `where`. */
function queryOf({ query = {} }) {
  return Object.keys(query)
    .map((name) => `\`${name}\``)
    .join(' ')
}

const parts = {
  controlRoutes: () =>
    table(
      ['', 'path', 'what it does', 'query'],
      [
        ...routes.map((route) => [route.method, `\`${route.path}\``, route.summary, queryOf(route)]),
        ['GET', '`/events`', 'Returns a stream of [events](#events)', ''],
        ['GET', '`/openapi.json`', 'Returns the OpenAPI 3.1 document of the control plane', ''],
      ],
    ),
  serve: () => helpOf('serve'),
  export: () => helpOf('export'),
  coverage: () => helpOf('coverage'),
  pact: () => helpOf('pact'),
  needs: () => helpOf('needs'),
  catalogue: () => table(['operation', 'cases', 'interaction'], catalogue.map(catalogueRow)),
  openapi: () => helpOf('openapi'),
  verify: () => helpOf('verify'),
  drift: () => helpOf('drift'),
  states: () =>
    table(
      [
        '`providerStates.…`',
        'name, and its other forms',
        'what is true',
        'parameters',
        'returns',
        'in a real service',
      ],
      Object.entries(definedStates).map(stateRow),
    ),
  tokens: () =>
    table(
      ['token', 'scopes'],
      createMock().tokens.all.map(({ token, scopes, expiresAt }) => [
        `\`${token}\``,
        (scopes.map((scope) => `\`${scope}\``).join(' ') || 'none') +
          (expiresAt !== undefined ? ', expired' : ''),
      ]),
    ),
  scenarios: () =>
    table(
      ['scenario', 'content'],
      Object.entries(scenarios).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  personas: () =>
    table(
      ['user id', 'persona', 'what is unusual'],
      Object.entries(personas).map(([name, { shows, user }]) => [user.id, `\`${name}\``, shows]),
    ),
  assumptions: () =>
    table(
      ['name', 'question', 'default', '`reported`', 'status'],
      Object.entries(assumptions).map(([name, assumption]) => [
        `[\`${name}\`](#${anchorOf(name)})`,
        assumption.question,
        `\`${formatValue(assumption.spec)}\``,
        `\`${valueIn('reported', name)}\``,
        assumption.status,
      ]),
    ),
  refusalCodes: () =>
    table(
      ['code', 'reason'],
      [
        ...Object.entries(refusalReasons).map(([code, { description }]) => [`\`${code}\``, description]),
        ...Object.entries(tokenErrors).map(([code, description]) => [`\`${code}\``, description]),
      ],
    ),
  assumptionDetails: () => Object.entries(assumptions).map(assumptionDetails).join('\n\n'),
}

const root = new URL('../', import.meta.url)

/** Formats and writes a file that is generated. */
async function update(name, text) {
  const file = new URL(name, root)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = await format(text, { ...(await resolveConfig(file)), filepath: name })
  if (after === before) return
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} is out of date: run npm run docs\n`)
    process.exitCode = 1
  } else {
    writeFileSync(file, after)
  }
}

for (const name of files) {
  const filled = readFileSync(new URL(name, root), 'utf8').replaceAll(
    /(<!-- generated: (\w+) -->).*?(<!-- \/generated -->)/gs,
    (_, start, part, end) => `${start}\n\n${parts[part]()}\n\n${end}`,
  )
  await update(name, filled)
}
await update('data.schema.json', JSON.stringify(createDataSchema()))
