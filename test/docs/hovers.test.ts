import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const file = path.resolve('hovers.ts')
const source = `
import { createMock, type Fault, type MockOptions } from './dist/index.js'
const mock = createMock()
mock.volunteers
mock.assume({})
mock.settings
mock.faults.add({ effect: { status: 503 } })
mock.requests.last()
function options(given: MockOptions, fault: Fault) {
  given.assumptions
  given.faults
  fault.operation
}
`

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => true,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = name === file ? source : ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
})

/** Returns what an editor shows for the end of some code: the type, and then the comment. */
function hover(code: string): [type: string, comment: string] {
  const info = service.getQuickInfoAtPosition(file, source.indexOf(code) + code.length - 1)
  const [type, comment] = [info?.displayParts, info?.documentation].map((parts) =>
    ts.displayPartsToString(parts).replaceAll(/\s+/g, ' '),
  )
  return [type!, comment!]
}

test('a hover shows the types of the convention by plain names, with their comments', () => {
  const shown = [
    'const mock = createMock',
    'const mock',
    'mock.volunteers',
    'mock.assume',
    'mock.settings',
    'mock.faults.add',
    'mock.requests.last',
    'given.assumptions',
    'given.faults',
    'fault.operation',
  ].map(hover)
  expect(shown).toEqual([
    [
      '(alias) createMock(options?: MockOptions): Mock (+1 overload) import createMock',
      'Creates a mock of the API. This is fast, because records are generated when they are first read.',
    ],
    ['const mock: Mock', ''],
    ['(property) volunteers: Records<Volunteer>', 'The volunteer records with their users.'],
    [
      '(property) MockCoreOf<Convention>.assume: (assumptions: AssumptionInput) => void',
      'Changes assumptions from the next request on. Records do not change. `reset()` undoes it.',
    ],
    ['(property) MockCoreOf<Convention>.settings: Settings', 'The current value of every assumption.'],
    [
      '(method) FaultsOf<Convention>.add(fault: Fault): AddedFault',
      'Adds a fault. It is in use from the next request on. If several faults match a request, the first effect and the longest delay are used.',
    ],
    [
      '(method) RequestsOf<RequestEntry>.last(): RequestEntry | undefined',
      'Returns the newest entry, or `undefined`.',
    ],
    [
      '(property) MockOptionsOf<ConventionOptions>.assumptions?: AssumptionInput | undefined',
      'Values of single assumptions. They override the profile.',
    ],
    [
      '(property) MockOptionsOf<ConventionOptions>.faults?: readonly Fault[] | undefined',
      'Faults from the start. `mock.reset()` brings them back.',
    ],
    [
      '(property) Fault.operation?: OperationName | undefined',
      'The operation to fail: `getVolunteer`, `listRoles`, `token`, the name of your own, or a custom handler, such as `GET /events/:id`.',
    ],
  ])
})
