import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { assumptions, personas, scenarios } from '../../src/index.js'

const file = fileURLToPath(new URL('hovered.ts', import.meta.url))

/** Code of a user of conmock. The file only exists in this test. */
const text = `
import { buildVolunteer, createMock, personas, scenarios, type AssumptionInput } from '../../src/index.js'

const input: Required<AssumptionInput> = {
${Object.keys(assumptions)
  .map((name) => `  '${name}': '' as never,`)
  .join('\n')}
}
createMock({ assumptions: { 'roles.pageSize': 25, 'auth.missing': 403, rateLimit: '10/60' } })
export const limit = createMock().settings.rateLimit
export const volunteer = buildVolunteer()
export const created = createMock().volunteers.create()
${Object.keys(personas)
  .map((name) => `personas.${name}`)
  .join('\n')}
${Object.keys(scenarios)
  .map((name) => `scenarios['${name}']`)
  .join('\n')}
createMock({ assumptions: { rateLimit: '10 per min' } })
createMock({ assumptions: { 'auth.missing': 402 } })
createMock({ seed: 1, scenario: 'empty', profile: 'reported', now: 0 })
export const read = [createMock().volunteers, createMock().export().users]
`

const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot(name) {
    const content = name === file ? text : ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => fileURLToPath(new URL('../..', import.meta.url)),
  getCompilationSettings: () => ({
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    skipLibCheck: true,
  }),
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: (name) => ts.sys.readFile(name),
})

/** The text that an editor shows for the end of `code`. */
function hover(code: string) {
  const info = service.getQuickInfoAtPosition(file, text.indexOf(code) + code.length - 1)
  const defaultTag = info?.tags?.find(({ name }) => name === 'default')
  return {
    type: ts.displayPartsToString(info?.displayParts),
    meaning: ts.displayPartsToString(info?.documentation),
    default: defaultTag && ts.displayPartsToString(defaultTag.text),
  }
}

describe('an editor shows', () => {
  test.each(Object.entries(assumptions))('the meaning and the default of %s', (name, { spec }) => {
    const shown = hover(`  '${name}`)
    expect(shown.meaning).toMatch(/\.$/)
    expect(shown.default).toBe(typeof spec === 'number' ? String(spec) : `'${spec}'`)
    expect(shown.type).not.toMatch(/Choice|WholeNumber|Rate\b|Registry|infer/)
  })

  test('the values of an assumption, and no helper types', () => {
    expect(hover(`{ 'roles.pageSize`).type).toBe("(property) 'roles.pageSize'?: number | undefined")
    expect(hover(`25, 'auth.missing`).type).toBe(
      '(property) \'auth.missing\'?: "401" | "403" | 401 | 403 | undefined',
    )
    expect(hover('settings.rateLimit').type).toBe('(property) rateLimit: "none" | RateLimit')
  })

  test('the names of the resources', () => {
    expect(hover('const volunteer').type).toBe('const volunteer: Volunteer')
    expect(hover('const created').type).toBe('const created: Promise<Volunteer>')
  })

  test('the type and the meaning of the records of a mock and of its data', () => {
    expect(hover('read = [createMock().volunteers')).toMatchObject({
      type: '(property) volunteers: Records<Volunteer>',
      meaning: 'The volunteer records with their users.',
    })
    expect(hover('export().users')).toMatchObject({
      type: '(property) users: readonly User[]',
      meaning: 'The users. Data files leave out those of volunteer records.',
    })
  })

  test.each(Object.keys(personas))('the meaning of the persona %s', (name) => {
    expect(hover(`personas.${name}`).meaning).toMatch(/^User \d+: .+\.$/s)
  })

  test.each(Object.entries(scenarios))('the meaning of the scenario %s', (name, { description }) => {
    expect(hover(`scenarios['${name}`).meaning).toBe(`${description}.`)
  })

  test.each(['{ seed', '1, scenario', "'empty', profile", "'reported', now"])(
    'the default of the option %s',
    (code) => {
      const shown = hover(code)
      expect(shown.meaning).not.toBe('')
      expect(shown.default).not.toBeUndefined()
    },
  )
})

test('a compile error lists the values, and no helper types', () => {
  const errors = service
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  expect(errors).toEqual([
    'Type \'"10 per min"\' is not assignable to type \'"none" | RateLimit | `${number}/${number}` | undefined\'.',
    'Type \'402\' is not assignable to type \'"401" | "403" | 401 | 403 | undefined\'.',
  ])
})
