// Writes data.schema.json, THIRD-PARTY-NOTICES.md and the generated parts of README.md and docs/:
// everything between `<!-- generated: PART -->` and `<!-- /generated -->`. Needs a build.
// With --check it writes nothing, and fails if a part is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { assumptions, valueIn } from '../src/contract/assumptions.js'
import { evidence } from '../src/contract/evidence.js'
import { refusalReasons, tokenErrors } from '../src/contract/refusal-reasons.js'
import { builtInData } from '../src/dataset/built-in-data.js'
import { createMock, edgeCases } from '../src/index.js'
import { describeVariants } from '../src/contract/variants.js'
import { mockMembers, serverMembers } from '../src/admin/members.js'
import { createProgram } from '../src/cli/main.js'
import { exposedHeaders } from '../src/server/cors.js'
import { createDataSchema } from './data-schema.mjs'
import { refusalExamples } from './refusal-examples.mjs'
import {
  argumentMembersOf,
  commentOf,
  describeType,
  errorClasses,
  isOptional,
  membersOf,
  optionTypes,
  signatureOf,
  tagOf,
} from './tsdoc.mjs'
import { catalogue } from '../src/pact/recording/catalogue.js'
import { definedStates } from '../src/pact/states/provider-states.js'

const files = [
  'README.md',
  'docs/reference/assumptions.md',
  'docs/reference/cli.md',
  'docs/reference/admin-api.md',
  'docs/reference/data.md',
  'docs/reference/errors.md',
  'docs/reference/faults.md',
  'docs/reference/mock.md',
  'docs/reference/options.md',
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

function assumptionDetails([name, { question, variants, spec, standard }]) {
  const { section, quote, reported, confidence } = evidence[name]
  return [
    `## ${name}`,
    `${question}.`,
    table(
      ['', ''],
      [
        ['variants, the default first', variantsCell({ variants, spec })],
        ['the API specification', `${quote} (${section})`],
        ...(standard ? [['the standard', standard]] : []),
        ...(reported ? [['the real service', `${reported} (confidence: ${confidence})`]] : []),
      ],
    ),
  ].join('\n\n')
}

const cli = new URL('../dist/cli/bin.js', import.meta.url).pathname

function help(command) {
  const text = execFileSync(process.execPath, [cli, command, '--help'], { encoding: 'utf8' })
  return `\`\`\`text\n${text.trim()}\n\`\`\``
}

const { commands } = createProgram({ out() {}, err() {} })

function linkTo(command) {
  const heading = `conmock ${command.name()}`
  return `[\`${heading}\`](cli.md#${anchorOf(heading)})`
}

/** The description of a command, without its exit codes. */
function descriptionOf(command) {
  return command.description().split(';', 1)[0]
}

/** A description of a command ends with the exit codes that have a meaning of their own: `exit code 1: …, 2: …`. */
function exitCodesOf(command) {
  const [, codes = ''] = command.description().split('exit code ')
  return Object.fromEntries(
    Array.from(codes.matchAll(/(\d): (.*?)(?=, \d: |$)/g), ([, code, meaning]) => [code, meaning]),
  )
}

const exitCodes = commands
  .map((command) => [linkTo(command), exitCodesOf(command)])
  .filter(([, codes]) => Object.keys(codes).length > 0)
  .map(([link, codes]) => [link, codes[1] ?? '–', codes[2] ?? '–'])

const refusals = Object.entries(refusalReasons).map(([code, { status, description }]) => {
  const { hint, assumption } = refusalExamples[code]
  const link = assumption && `[\`${assumption}\`](assumptions.md#${anchorOf(assumption)})`
  return [`\`${code}\``, status, description, hint, link ?? '–']
})

function errorClassRow({ symbol, exportedBy, fields }) {
  return [
    `\`${symbol.name}\``,
    exportedBy.map((entry) => `\`${entry}\``).join(' '),
    commentOf(symbol),
    listOf(fields.map((field) => [field.name, commentOf(field)])),
  ]
}

function listOf(entries) {
  return entries.map(([name, text]) => `\`${name}\`: ${text}`).join('<br>') || '–'
}

/** The comment of a state or of its parameter, with the default. */
function stateComment(symbol) {
  const standard = tagOf(symbol, 'default')
  const comment = commentOf(symbol)
  return standard ? `${comment} Default: ${standard.replaceAll("'", '`')}` : comment.replace(/\.$/, '')
}

const states = membersOf('conmock/pact', 'providerStates').map((member) => ({
  member,
  ...definedStates[member.name].definition,
}))

function stateDetails({ member, name, forms, parameters, returns, inService }) {
  const comments = new Map(argumentMembersOf(member).map((each) => [each.name, stateComment(each)]))
  const names = [name, ...forms.filter((form) => form.includes('{'))]
  return [
    `## ${member.name}`,
    table(
      ['', ''],
      [
        ['name, and its other forms', names.map((form) => `\`${form}\``).join('<br>')],
        ['parameters', listOf(Object.keys(parameters.shape).map((key) => [key, comments.get(key)]))],
        ['returns', listOf(Object.entries(returns))],
        ['in a real service', inService],
      ],
    ),
  ].join('\n\n')
}

/** The declarations of the options that have a row: an option that an interface inherits has only one. */
const described = new Set()

/** A default that is code, and not a description. */
const CODE = /^('[^']*'|\[.*\]|\d+|true|false|Infinity|Date\.now)$/

function optionRow(option) {
  const standard = tagOf(option, 'default') ?? (isOptional(option) ? '–' : 'required')
  const example = tagOf(option, 'example') ?? ''
  return [
    `\`${option.name}\``,
    `\`${describeType(option)}\``,
    CODE.test(standard) ? `\`${standard}\`` : standard,
    commentOf(option) + (example === '' || example.includes('\n') ? '' : `<br>\`${example}\``),
  ]
}

function members(name) {
  return table(
    ['member', 'meaning'],
    membersOf(...name.split(':')).map((member) => [`\`${signatureOf(member)}\``, commentOf(member)]),
  )
}

function options(name) {
  const rows = membersOf(...name.split(':')).filter(
    ({ declarations: [declaration] }) => !described.has(declaration) && described.add(declaration),
  )
  return table(['option', 'type', 'default', 'meaning'], rows.map(optionRow))
}

function catalogueRow({ operation, cases, variants = [], interaction }) {
  const names = [...cases, ...variants]
  return [operation, names.map((name) => `\`${name}\``).join(' '), interaction(new Set(names)).description]
}

/** Returns a row for a member of the admin API. The members of volunteers stand for those of every kind of record. */
function adminMemberRows([name, { parameters, summary }]) {
  if (/^(users|roles)\./.test(name)) return []
  const isRecord = name.startsWith('volunteers.')
  return [
    [
      `\`${name.replace('volunteers', ':kind')}\``,
      parameters && `\`${parameters}\``,
      isRecord ? summary.replaceAll('volunteer', 'record') : summary,
    ],
  ]
}

const parts = {
  help,
  members,
  options,
  adminMembers: () =>
    table(
      ['member', 'arguments', 'what it does'],
      [...serverMembers, ...mockMembers].flatMap(adminMemberRows),
    ),
  catalogue: () => table(['operation', 'cases', 'interaction'], catalogue.map(catalogueRow)),
  states: () =>
    table(
      ['`providerStates.…`', 'what is true'],
      states.map(({ member }) => [`[\`${member.name}\`](#${anchorOf(member.name)})`, stateComment(member)]),
    ),
  stateDetails: () => states.map(stateDetails).join('\n\n'),
  tokens: () =>
    table(
      ['token', 'scopes'],
      createMock().tokens.all.map(({ token, scopes, expiresAt }) => [
        `\`${token}\``,
        (scopes.map((scope) => `\`${scope}\``).join(' ') || 'none') +
          (expiresAt !== undefined ? ', expired' : ''),
      ]),
    ),
  builtInData: () =>
    table(
      ['data', 'content'],
      Object.entries(builtInData).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  edgeCases: () =>
    table(
      ['user id', 'edge case', 'what is unusual'],
      Object.entries(edgeCases).map(([name, { shows, user }]) => [user.id, `\`${name}\``, shows]),
    ),
  assumptions: () =>
    table(
      ['name', 'question', 'default', '`reported`', 'status'],
      Object.entries(assumptions).map(([name, assumption]) => [
        `[\`${name}\`](#${anchorOf(name)})`,
        assumption.question,
        `\`${String(assumption.spec)}\``,
        `\`${valueIn('reported', name)}\``,
        assumption.status,
      ]),
    ),
  refusals: () => table(['code', 'status', 'reason', 'what to do', 'assumption'], refusals),
  tokenErrors: () =>
    table(
      ['`error`', 'reason'],
      Object.entries(tokenErrors).map(([code, description]) => [`\`${code}\``, description]),
    ),
  errorClasses: () => table(['class', 'exported by', 'meaning', 'fields'], errorClasses().map(errorClassRow)),
  exitCodes: () => table(['command', 'exit code 1', 'exit code 2'], exitCodes),
  headers: () =>
    table(
      ['header', 'content'],
      Object.entries(exposedHeaders).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  commands: () =>
    table(
      ['command', 'what it does'],
      commands.map((command) => [linkTo(command), descriptionOf(command)]),
    ),
  assumptionDetails: () => Object.entries(assumptions).map(assumptionDetails).join('\n\n'),
}

const root = new URL('../', import.meta.url)

function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

/** Formats and writes a file that is generated. */
async function update(name, text) {
  const file = new URL(name, root)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = await format(text, { ...(await resolveConfig(file)), filepath: name })
  if (after === before) return
  if (process.argv.includes('--check')) {
    fail(`${name} is out of date: run npm run docs`)
  } else {
    writeFileSync(file, after)
  }
}

for (const name of files) {
  const filled = readFileSync(new URL(name, root), 'utf8').replaceAll(
    /(<!-- generated: (\w+)(?: (\S+))? -->).*?(<!-- \/generated -->)/gs,
    (_, start, part, about, end) => `${start}\n\n${parts[part](about)}\n\n${end}`,
  )
  await update(name, filled)
}

for (const [entry, type] of optionTypes()) {
  const isDescribed = membersOf(entry, type).every(({ declarations: [each] }) => described.has(each))
  // `mock.listenOptions` has the options of msw's `listen`.
  if (!isDescribed && type !== 'ListenOptions')
    fail(`docs/reference/options.md has no table for ${type} of ${entry}`)
}

await update('data.schema.json', JSON.stringify(createDataSchema()))

const notices = ['dist', 'dist/dashboard'].map((folder) =>
  readFileSync(new URL(`${folder}/notices.md`, root), 'utf8'),
)
await update('THIRD-PARTY-NOTICES.md', notices.join('\n'))
