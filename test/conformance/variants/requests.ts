import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { ROLES } from '../client.js'
import { expectSuccess, readChallenge, readProblem } from '../expectations.js'
import { cases } from '../operations.js'
import type { Check, VariantChecks } from './check.js'

const paths = cases.map(({ path }) => path)

function otherMethod(expected: object, allow: string | null): Check {
  return async (open) => {
    const { send } = open()
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await send(method, path)
        expect(response.headers.get('allow')).toBe(allow)
        expect(await readProblem(response)).toMatchObject({ ...expected, assumption: 'method.notAllowed' })
      }
      for (const method of ['GET', 'HEAD']) expect((await send(method, path)).status).toBe(200)
    }
  }
}

function brokenEncoding(status: number): Check {
  return async (open) => {
    const { get, fetch } = open()
    for (const id of ['%zz', '%', '%z', '1%', '%E0%A4%A', '%ff', '%C0%AF', '%ED%A0%80']) {
      for (const ask of [get, fetch]) {
        const body = await readProblem(await ask(`/api/v0/users/${id}/volunteer`))
        expect(body).toMatchObject({ ...refused.malformedPath, status })
      }
    }
  }
}

/** Paths of other operations of the real service, and paths without any operation. */
const unknownPaths = ['/api/v0/users', '/api/v0/registrations/1?x=1', '/api/v0/Roles', '/api/v0/x/%zz']

export const requestChecks: VariantChecks<
  'method.notAllowed' | 'path.trailingSlash' | 'path.malformedEncoding' | 'path.unknown'
> = {
  'path.unknown': {
    '404': {
      'is not found, for any method and credential': async (open) => {
        const { fetch, send } = open()
        for (const path of unknownPaths) {
          for (const response of [await send('GET', path), await send('POST', path), await fetch(path)])
            expect(await readProblem(response)).toMatchObject(refused.unknownPath)
        }
      },
    },
    '501': {
      'is refused with a hint how to add an operation': async (open) => {
        const { send } = open()
        for (const path of unknownPaths) {
          for (const [method, token] of [
            ['GET', 'mock-all-scopes'],
            ['POST', 'mock-no-scopes'],
          ] as const) {
            const body = await readProblem(await send(method, path, token))
            expect(body).toMatchObject(refused.notSpecified)
            expect(body['detail']).toContain(`${method} ${path.split('?')[0]!}`)
            expect(body['detail']).toMatch(/is not in the API specification.*extendApi\(\)/)
          }
        }
      },
      'is an error of the server in an envelope': async (open) => {
        const { get } = open({ assumptions: { 'errors.body': 'envelope' } })
        const message = expect.stringMatching(/is not in the API specification.*extendApi\(\)/) as string
        expect(await (await get(unknownPaths[0]!)).json()).toStrictEqual({ errors: { server: { message } } })
      },
      'requires a valid credential': async (open) => {
        const { fetch, get } = open()
        for (const path of unknownPaths) {
          const without = await fetch(path)
          expect(readChallenge(without)).toEqual({ realm: 'conmock' })
          expect(await readProblem(without)).toMatchObject(refused.missingCredential)
          for (const [token, expected] of [
            ['unknown-token', refused.invalidToken],
            ['mock-expired', refused.expiredToken],
          ] as const) {
            const response = await get(path, token)
            expect(readChallenge(response)).toMatchObject({ error: 'invalid_token' })
            expect(await readProblem(response)).toMatchObject(expected)
          }
          expect(await readProblem(await get(path, 'one two'))).toMatchObject(refused.invalidRequest)
        }
      },
      'is not found outside of the API, for any method': async (open) => {
        const { fetch, get, send } = open()
        for (const path of [
          '/elsewhere',
          '/api/v0',
          '/api/v1/roles',
          '/API/v0/x',
          '/x/api/v0/x',
          '/api/v01',
          '/favicon.ico',
          '/%zz',
        ])
          for (const response of [await get(path), await fetch(path), await send('DELETE', path)])
            expect(await readProblem(response)).toMatchObject(refused.unknownPath)
      },
    },
  },
  'method.notAllowed': {
    '405': { 'lists the allowed methods in Allow': otherMethod(refused.methodNotAllowed, 'GET, HEAD') },
    '404': { 'answers as for an unknown path': otherMethod(refused.unknownPath, null) },
  },
  'path.trailingSlash': {
    '404': {
      'refuses it': async (open) => {
        const { get } = open()
        for (const path of paths) {
          expect(await readProblem(await get(`${path}/`))).toMatchObject(refused.trailingSlash)
        }
      },
    },
    accepted: {
      'answers as without the slash': async (open) => {
        const { get, page, send } = open()
        for (const path of paths) {
          const response = await get(`${path}/`)
          expectSuccess(response)
          expect(await response.text()).toBe(await (await get(path)).text())
          const withoutScope = await get(`${path}/`, 'mock-no-scopes')
          expect(await readProblem(withoutScope)).toMatchObject(refused.insufficientScope)
          expect(await readProblem(await send('POST', `${path}/`))).toMatchObject(refused.methodNotAllowed)
        }
        const { nextPage } = await page()
        const second: unknown = await (await get(`${ROLES}/?nextPage=${nextPage}`)).json()
        expect(second).toEqual(await page(nextPage))
      },
    },
  },
  'path.malformedEncoding': {
    '400': { 'refuses it as malformed': brokenEncoding(400) },
    '404': { 'refuses it as not found': brokenEncoding(404) },
  },
}
