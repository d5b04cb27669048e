import { expect } from 'vitest'
import { ROLES, volunteerPath } from '../client.js'
import { expectSuccess, readProblem, refused } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const paths = [ROLES, volunteerPath('1')]

function otherMethod(expected: object, allow: string | null): Check {
  return async (open) => {
    const { send } = await open()
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await send(method, path)
        expect(response.headers.get('allow')).toBe(allow)
        expect(await readProblem(response)).toMatchObject({ ...expected, assumption: 'method.notAllowed' })
      }
    }
  }
}

const slashIsRefused: Check = async (open) => {
  const { get } = await open()
  for (const path of paths) {
    expect(await readProblem(await get(`${path}/`))).toMatchObject(refused.trailingSlash)
  }
}

const slashIsAccepted: Check = async (open) => {
  const { get, page } = await open()
  for (const path of paths) {
    const response = await get(`${path}/`)
    expectSuccess(response)
    expect(await response.text()).toBe(await (await get(path)).text())
  }
  const { nextPage } = await page()
  const second: unknown = await (await get(`${ROLES}/?nextPage=${nextPage}`)).json()
  expect(second).toEqual(await page(nextPage))
}

function brokenEncoding(status: number): Check {
  return async (open) => {
    const { get, fetch } = await open()
    for (const id of ['%zz', '%', '1%', '%E0%A4%A', '%ff']) {
      for (const ask of [get, fetch]) {
        const body = await readProblem(await ask(`/api/v0/users/${id}/volunteer`))
        expect(body).toMatchObject({ ...refused.malformedPath, status, assumption: 'path.malformedEncoding' })
      }
    }
  }
}

export const requestChecks: VariantChecks<
  'method.notAllowed' | 'path.trailingSlash' | 'path.malformedEncoding'
> = {
  'method.notAllowed': {
    '405': { 'says in Allow what there is': otherMethod(refused.methodNotAllowed, 'GET, HEAD') },
    '404': { 'hides that there is anything': otherMethod(refused.unknownPath, null) },
  },
  'path.trailingSlash': {
    '404': { 'refuses it': slashIsRefused },
    accepted: { 'answers as without it': slashIsAccepted },
  },
  'path.malformedEncoding': {
    '400': { 'refuses it as malformed': brokenEncoding(400) },
    '404': { 'refuses it as not found': brokenEncoding(404) },
  },
}
