import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/main.js'
import type { Output } from '../../src/cli/print.js'
import { errorLineOf, runWith, serveWith } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { libraryCommands } from './commands.js'

function ofLibrary(args: readonly string[], output: Output): Promise<number> {
  return main(libraryCommands, args, output)
}

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runWith(ofLibrary, args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function refused(...args: readonly string[]): Promise<string> {
  return errorLineOf(await runWith(ofLibrary, args))
}

const LOAN = '/library/v2/members/ada/loans/3'
const OF_CONVENTION = /api\/v0|convention|role|volunteer|\buser\b|user:read/i

describe('the command line of another API', () => {
  it('has its title and the options of its kinds', async () => {
    const help = await printed('--help')
    expect(help).toContain('A mock of the Library API')
    expect(help).toMatch(/--book-count <number> +total number of books/)
    expect(help).toMatch(/--loan-count/)
    expect(help).toMatch(/listBooks:nth=2:status=503/)
  })

  it.each([
    '--help',
    ...['serve', 'export', 'verify', 'probe', 'coverage', 'pact', 'needs', 'openapi'].map(
      (name) => `${name} --help`,
    ),
  ])('%s says nothing about the convention', async (args) => {
    expect(await printed(...args.split(' '))).not.toMatch(OF_CONVENTION)
  })

  it('prints its data and its OpenAPI document', async () => {
    const data = JSON.parse(await printed('export', '--book-count', '3', '--seed', '2')) as object
    expect(data).toMatchObject({ format: 'conmock-1', books: { length: 3 }, loans: { length: 30 } })
    expect(Object.keys(data)).toEqual(['format', 'books', 'loans'])
    const openapi = await printed('openapi')
    expect(JSON.parse(openapi)).toMatchObject({
      paths: {
        '/library/v2/members/{member}/loans/{loan}': {
          put: {
            parameters: [{ name: 'member', in: 'path', required: true }, { name: 'loan' }],
            responses: { 204: {}, 404: {}, 409: { description: 'A loan that was renewed twice' } },
          },
        },
      },
    })
    expect(openapi).not.toMatch(/not GET|Service Integration|api\/v0|role|volunteer/i)
  })

  it('serves it, with its faults, tokens and counts, and writes its coverage', async () => {
    const file = join(temporaryFolder(), 'coverage.json')
    const { url, command, greeting } = await serveWith(ofLibrary, [
      '--json',
      '--book-count',
      '3',
      '--coverage',
      file,
      '--fault',
      'renewLoan:first=1:status=503',
      '--token',
      'mine=loan:read,loan:update',
    ])
    expect(JSON.parse(greeting)).toMatchObject({
      event: 'listening',
      bookCount: 3,
      tokens: { 'mock-loan-update': ['loan:update'] },
    })
    const headers = { authorization: 'Bearer mine' }
    const { id } = await createLoan(url)
    const loan = `/library/v2/members/eve/loans/${id}`
    const ask = async (path: string, method: string) =>
      (await fetchFrom({ url }, path, { method, headers })).status
    expect([await ask(loan, 'PUT'), await ask(loan, 'PUT'), await ask(LOAN, 'GET')]).toEqual([503, 204, 200])
    expect(await ask('/library/v2/books', 'GET')).toBe(403)
    expect((await command.stop()).code).toBe(0)

    // Other mocks of this process may have been counted too.
    const answers = [
      ['renewLoan', 204],
      ['getLoan', 200],
      ['listBooks', 403],
    ].map(([operation, status]) => expect.objectContaining({ operation, status }) as object)
    const cases = [expect.objectContaining({ operation: 'renewLoan', name: '409 renewed_twice' })]
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      answers: expect.arrayContaining(answers),
      cases: expect.arrayContaining(cases),
    })
    const coverage = await printed('coverage', file)
    expect(coverage).toMatch(/PUT \/library\/v2\/members\/:member\/loans\/:loan/)
  })

  it.each<[expected: string, ...args: string[]]>([
    ['Known scopes: book:read, loan:read, loan:update', 'serve', '--token', 'mine=volunteer:read'],
    ['such as listBooks:nth=2:status=503', 'serve', '--fault', 'listRoles:status=503'],
    ['--book-count must be', 'serve', '--book-count', '99999999'],
    ["unknown option '--role-count'", 'export', '--role-count', '3'],
    ['unknown assumption "roles.pageSize"', 'serve', '--set', 'roles.pageSize=3'],
    ['https://', 'probe', 'http://library.example'],
  ])('says %j in %s %s', async (expected, ...args) => {
    const message = await refused(...args)
    expect(message).toContain(expected)
  })

  it('refuses files of another API', async () => {
    const folder = temporaryFolder({
      'needs.json': '{ "version": 1, "needs": { "listRoles": ["data.name"] } }',
      'data.json': '{ "roles": [] }',
    })
    const line = await refused('needs', '--check', join(folder, 'needs.json'), '--', 'false')
    expect(line).toContain('listRoles')
    expect(await refused('export', '--data', join(folder, 'data.json'))).toContain('$.roles: unknown field')
  })
})

async function createLoan(url: string): Promise<{ readonly id: string }> {
  const response = await fetch(`${url}/__conmock/v1/default/loans.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ member: 'eve' }]),
  })
  return (await response.json()) as { readonly id: string }
}
