import { mockMembers as mockMembersOf } from '../../src/admin/members.js'
import * as matchPaths from '../../src/api/match-path.js'
import { main as mainOf } from '../../src/cli/main.js'
import type { Output } from '../../src/cli/print.js'
import { compile } from '../../src/contract/compile.js'
import * as needs from '../../src/contract/needs.js'
import { createOpenApiDocument as createOpenApiDocumentOf } from '../../src/contract/openapi.js'
import { settingsFor } from '../../src/contract/profile-file.js'
import { valueIn as valueInOf } from '../../src/contract/settings.js'
import type { AssumptionName } from '../../src/convention/assumptions.js'
import { conventionCommands } from '../../src/convention/command-line.js'
import { convention } from '../../src/convention/convention.js'
import type { OperationId, operations } from '../../src/convention/operations.js'
import type { RecordTypes } from '../../src/convention/resources.js'
import type { Scope } from '../../src/convention/scopes.js'
import type * as coverage from '../../src/coverage/coverage.js'
import { createCoverage as createCoverageOf } from '../../src/coverage/coverage.js'
import { readCoverage as readCoverageOf } from '../../src/coverage/coverage-file.js'
import { createSections as createSectionsOf } from '../../src/coverage/coverage-sections.js'
import { formatCoverage as formatCoverageOf } from '../../src/coverage/coverage-sections.js'
import { parseData as parseDataOf } from '../../src/dataset/data-file.js'
import type {
  AssumptionInput,
  Coverage,
  MockCore,
  MockData,
  MockOptions,
  Needs,
  SandboxOptions,
  Settings,
} from '../../src/convention/types.js'
import type { Profile } from '../../src/index.js'
import type { Sandboxes } from '../../src/sandboxes/sandboxes.js'
import { createMockCore as createMockCoreOf } from '../../src/mock/create-mock-core.js'

// The engine with the convention, for tests of its parts.

export const api = compile(convention)

export const scopes = api.scopes as readonly Scope[]
export const kindNames = api.kindNames as readonly (keyof RecordTypes)[]
export const assumptionNames = api.assumptionNames as readonly AssumptionName[]
export const listOperations = api.lists
export const mockMembers = mockMembersOf(api)
export type ListName = {
  [Id in OperationId]: (typeof operations)[Id] extends { readonly list: infer List } ? List : never
}[OperationId]

export function main(args: readonly string[], output: Output): Promise<number> {
  const extensions = { reported: async () => (await import('../../src/reported/api.js')).reportedApi }
  return mainOf({ ...conventionCommands, extensions }, args, output)
}

/** @param options May be of plain JavaScript. */
export function createMockCore(options: MockOptions, sandbox?: string): MockCore {
  return createMockCoreOf(api, options as object, sandbox) as object as MockCore
}

export function parseData(data: unknown, options?: Parameters<typeof parseDataOf>[2]): MockData {
  return { format: 'conmock-1', ...parseDataOf(api, data, options) } as object as MockData
}

export function createOpenApiDocument() {
  return createOpenApiDocumentOf(api)
}

export function similarOperation(path: string, custom?: readonly matchPaths.CustomOperation[]) {
  return matchPaths.similarOperation(api, path, custom)
}

export function matchPath(path: string) {
  return matchPaths.pathMatcher(api)(path)
}

export function resolveSettings(options?: {
  readonly profile?: Profile
  readonly assumptions?: AssumptionInput
}): Settings {
  return settingsFor(api, options?.profile, options?.assumptions) as object as Settings
}

export function valueIn(profile: Profile, name: AssumptionName): string | number {
  return valueInOf(api, profile, name)
}

function fieldsOf(part: 'leaves' | 'containers') {
  const entries = Object.entries(needs.responseFields(api)).map(([id, fields]) => [id, fields[part]])
  return Object.fromEntries(entries) as { readonly [Id in OperationId]: readonly string[] }
}

export const leafFields = fieldsOf('leaves')

export function checkNeeds(json: unknown, source: string): Needs {
  return needs.checkNeeds(api, json, source)
}

export function createCoverage(answers: readonly coverage.CoverageAnswer[]): Coverage {
  return createCoverageOf(api, answers) as Coverage
}

export function readCoverage(json: unknown, source: string): Coverage {
  return readCoverageOf(api, json, source) as Coverage
}

export function createSections(of: Coverage) {
  return createSectionsOf(api, of)
}

export function formatCoverage(of: Coverage): string {
  return formatCoverageOf(api, of)
}

/** The sandboxes of a server with the convention. */
export type ConventionSandboxes = {
  require(name: string): MockCore
  create(name: string, options?: SandboxOptions): void
} & Sandboxes
