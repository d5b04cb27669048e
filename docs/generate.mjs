// Writes data.schema.json, THIRD-PARTY-NOTICES.md and the generated parts of README.md and docs/:
// everything between `<!-- generated: PART -->` and `<!-- /generated -->`. Needs a build.
// With --check it writes nothing, and fails if a part is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { valueIn } from '../src/contract/settings.js'
import { tokenErrors } from '../src/contract/refusal-reasons.js'
import { conventionCommands } from '../src/convention/command-line.js'
import { createDataSchema } from '../src/dataset/data-schema.js'
import { createMock, edgeCases } from '../src/index.js'
import { describeVariants } from '../src/contract/variants.js'
import { mockMembers, serverMembers } from '../src/admin/members.js'
import { createProgram } from '../src/cli/main.js'
import { exposedHeaders } from '../src/server/cors.js'
import { fieldTable, refusals, sample } from './api-parts.mjs'
import * as reportedParts from './reported-parts.mjs'
import { table } from './table.mjs'
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
  valuesOf,
} from './tsdoc.mjs'

const { api } = conventionCommands
const { assumptions, builtInData, kindNames } = api
const definedStates = (await conventionCommands.loadPacts()).states

const files = [
  'docs/guides/find-untested-cases.md',
  'docs/guides/rest-of-the-api.md',
  'docs/guides/tokens.md',
  'docs/reference/assumptions.md',
  'docs/reference/cli.md',
  'docs/reference/admin-api.md',
  'docs/reference/data.md',
  'docs/reference/entry-points.md',
  'docs/reference/faults.md',
  'docs/reference/mock.md',
  'docs/reference/options.md',
  'docs/reference/provider-states.md',
  'docs/reference/reported-operations.md',
  'docs/reference/the-api.md',
]

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** The values of an assumption, the default first. */
function valuesCell({ variants }) {
  return variants.kind === 'choice'
    ? variants.options.map((name) => `\`${name}\``).join(', ')
    : `\`${variants.default}\`; ${describeVariants(variants)}`
}

/** The value in the profile `reported`, if it is not the default. */
function reportedCell(name) {
  const value = valueIn(api, 'reported', name)
  return value === valueIn(api, 'spec', name) ? '–' : `\`${value}\``
}

/** The sources of an assumption. A quote only shows something if the API specification allows every value. */
function evidenceRow([name, { standard, status, quote, observed }]) {
  const sources = [status === 'specified' ? `“${quote}”` : undefined, standard, observed]
  return sources.some(Boolean) ? [[`\`${name}\``, ...sources.map((source) => source ?? '–')]] : []
}

const cli = new URL('../dist/cli/bin.js', import.meta.url).pathname

function help(command) {
  const text = execFileSync(process.execPath, [cli, command, '--help'], { encoding: 'utf8' })
  return `\`\`\`text\n${text.trim()}\n\`\`\``
}

const { commands } = createProgram(conventionCommands, { out() {}, err() {} })

function linkTo(command) {
  const heading = `conmock ${command.name()}`
  return `[\`${heading}\`](cli.md#${anchorOf(heading)})`
}

/** The description of a command, without its exit codes. */
function descriptionOf(command) {
  return command.description().split(';', 1)[0]
}

function firstSentence(text) {
  return text.split(/(?<=\.) (?=[A-Z])/, 1)[0]
}

function errorClassRow({ symbol, exportedBy, fields }) {
  return [
    `\`${symbol.name}\``,
    exportedBy.map((name) => `\`${name.replace('conmock/', '/')}\``).join(' '),
    firstSentence(commentOf(symbol)),
    fields.map(({ name }) => `\`${name}\``).join(', ') || '–',
  ]
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

function stateRow({ member, name, inService }) {
  return [`\`${member.name}\``, stateComment(member), `\`${name}\``, inService]
}

/** A row for each name and meaning, with the states that have it. */
function rowsByMeaning(entriesOf) {
  const meanings = new Map()
  for (const state of states) {
    for (const [name, meaning] of entriesOf(state)) {
      const key = JSON.stringify([name, meaning])
      meanings.set(key, [...(meanings.get(key) ?? []), `\`${state.member.name}\``])
    }
  }
  return Array.from(meanings, ([key, names]) => {
    const [name, meaning] = JSON.parse(key)
    return [`\`${name}\``, names.length > 3 ? 'the states about a user' : names.join(', '), meaning]
  })
}

function parametersOf({ member, parameters }) {
  const comments = new Map(argumentMembersOf(member).map((each) => [each.name, stateComment(each)]))
  return Object.keys(parameters.shape).map((key) => [key, comments.get(key)])
}

/** The declarations of the options that have a row: an option that an interface inherits has only one. */
const described = new Set()

/** A type that only has a name. A type of options has a table. */
const OPAQUE = /^[A-Z](?!\w*Options)\w*$/

/** The example of an option whose type does not show its form. The hover text has all examples. */
function exampleOf(option) {
  const example = tagOf(option, 'example') ?? ''
  return example !== '' && !example.includes('\n') && OPAQUE.test(describeType(option))
    ? `<br>\`${example}\``
    : ''
}

/** A default that is code, and not a description. */
const CODE = /^('[^']*'|\[.*\]|\{\}|\d+|true|false|Infinity|Date\.now)$/

function optionRow(option) {
  const standard = tagOf(option, 'default') ?? (isOptional(option) ? '–' : 'required')
  return [
    `\`${option.name}\``,
    `\`${describeType(option)}\``,
    CODE.test(standard) ? `\`${standard}\`` : standard,
    commentOf(option) + exampleOf(option),
  ]
}

function members(name) {
  return table(
    ['member', 'meaning'],
    membersOf(...name.split(':')).map((member) => [`\`${signatureOf(member)}\``, commentOf(member)]),
  )
}

/** The options of an interface. One in a file of the source is generic, so its row leaves out the type. */
function options(name) {
  const rows = membersOf(...name.split(':')).filter(
    ({ declarations: [declaration] }) => !described.has(declaration) && described.add(declaration),
  )
  const shown = (row) => (name.startsWith('src/') ? row.toSpliced(1, 1) : row)
  return table(shown(['option', 'type', 'default', 'meaning']), rows.map(optionRow).map(shown))
}

/** The exports that have a row: an export of several entries has only one. */
const exported = new Set()

/** The functions and values of an entry of the package. */
function exportTable(name) {
  const rows = valuesOf(name)
    .filter(({ symbol }) => !exported.has(symbol) && exported.add(symbol))
    .map(({ symbol, signature }) => [`\`${signature}\``, firstSentence(commentOf(symbol))])
  return table(['export', 'what it does'], rows)
}

/**
 * Returns a row for a member of the admin API. The members of volunteers stand for those of every kind of record. The page about the
 * mock has a table of those of the request log.
 */
function adminMemberRows([name, { parameters, summary }]) {
  const [group] = name.split('.')
  if (group === 'requests' || (group !== 'volunteers' && kindNames.includes(group))) return []
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
      [...serverMembers, ...mockMembers(api)].flatMap(adminMemberRows),
    ),
  states: () =>
    table(
      ['`providerStates.…`', 'what is true', 'name in a pact', 'in a real service'],
      states.map(stateRow),
    ),
  stateParameters: () => table(['parameter', 'of', 'meaning'], rowsByMeaning(parametersOf)),
  stateValues: () =>
    table(
      ['value', 'from', 'meaning'],
      rowsByMeaning(({ returns }) => Object.entries(returns)),
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
      ['name', 'question', 'values, the default first', '`reported`, if different', 'status'],
      Object.entries(assumptions).map(([name, assumption]) => [
        `\`${name}\``,
        assumption.question,
        valuesCell(assumption),
        reportedCell(name),
        assumption.status,
      ]),
    ),
  refusals,
  tokenErrors: () =>
    table(
      ['`error`', 'reason'],
      Object.entries(tokenErrors).map(([code, description]) => [`\`${code}\``, description]),
    ),
  errorClasses: () => table(['class', 'exported by', 'meaning', 'fields'], errorClasses().map(errorClassRow)),
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
  specifiedVariants: () =>
    table(
      ['assumption', 'value', 'question'],
      Object.entries(assumptions)
        .filter(([, { status }]) => status === 'specified')
        .flatMap(([name, { variants, question }]) =>
          variants.options.slice(1).map((value) => [`\`${name}\``, `\`${value}\``, question]),
        ),
    ),
  evidence: () =>
    table(
      ['name', 'API specification', 'standard', 'real service'],
      Object.entries(assumptions).flatMap(evidenceRow),
    ),
  fields: fieldTable,
  sample,
  ...reportedParts,
  entry: exportTable,
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
  const text = readFileSync(new URL(name, root), 'utf8')
  let filled = ''
  let end = 0
  for (const match of text.matchAll(/(<!-- generated: (\w+)(?: (\S+))? -->).*?(<!-- \/generated -->)/gs)) {
    const [all, start, part, argument, close] = match
    filled += `${text.slice(end, match.index)}${start}\n\n${await parts[part](argument)}\n\n${close}`
    end = match.index + all.length
  }
  await update(name, filled + text.slice(end))
}

for (const [entry, type] of optionTypes()) {
  const isDescribed = membersOf(entry, type).every(({ declarations: [each] }) => described.has(each))
  // `mock.listenOptions` has the options of msw's `listen`. Extended options only have `extend` besides.
  if (!isDescribed && type !== 'ListenOptions' && !type.startsWith('Extended'))
    fail(`docs/reference/options.md has no table for ${type} of ${entry}`)
}

await update('data.schema.json', JSON.stringify(createDataSchema(api)))

const notices = ['dist', 'dist/dashboard'].map((folder) =>
  readFileSync(new URL(`${folder}/notices.md`, root), 'utf8'),
)
await update('THIRD-PARTY-NOTICES.md', notices.join('\n'))
