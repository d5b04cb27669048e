import { describe, expect, it } from 'vitest'
import { compile } from '../../src/contract/compile.js'
import { bindPacts } from '../../src/pact/parts/pact-api.js'
import { readPacts } from '../../src/pact/pacts/pact-file.js'
import { InteractionRuns } from '../../src/pact/verification/interaction-run.js'
import { mockTarget } from '../../src/pact/verification/mock-target.js'
import { withActualIds } from '../../src/pact/verification/url.js'
import { pactFile, type Interaction } from '../pact/support/pacts.js'
import { library } from '../support/library.js'
import { libraryPacts } from './pact-parts.js'

const api = compile(library)

describe('the ids of a pact are replaced by those that states have found', () => {
  it.each([
    ['/library/v2/members/7/loans/7?x=7', '/library/v2/members/m%2F1/loans/l-1?x=7'],
    ['/library/v2/members/7/loans/8', '/library/v2/members/m%2F1/loans/8'],
    ['/library/v2/members/8/loans/7', '/library/v2/members/8/loans/l-1'],
    ['/library/v2/books', '/library/v2/books'],
    ['/library/v2/returns/7', '/library/v2/returns/l-1'],
  ])('%s', (path, wanted) => {
    const ids = [
      { name: 'loanId', literal: '7', actual: 'l-1' },
      { name: 'memberId', literal: '7', actual: 'm/1' },
    ]
    expect(withActualIds(api, path, ids)).toBe(wanted)
  })
})

/** Sends the request of an interaction to a mock of the library, after its states. */
async function send(interaction: Interaction) {
  const pacts = await readPacts([pactFile(interaction)])
  const [wanted] = pacts.flatMap(({ interactions }) => interactions)
  const target = mockTarget(bindPacts(library, libraryPacts), {})
  const runs = new InteractionRuns(target, [wanted!])
  const values = await runs.begin(wanted!.id)
  const { method, path } = wanted!.request
  const headers = { authorization: 'Bearer of-the-pact' }
  const served = await runs.send({ method, path, headers, body: Buffer.alloc(0) })
  await target.close()
  return { values, status: served?.status, assumptions: runs.of(wanted!.id)!.assumptions }
}

const path = '/library/v2/members/eve/loans/9'

describe('several ids in a path', () => {
  it('are the defaults of a state that does not name them', async () => {
    const { values, status, assumptions } = await send({ path, states: ['a loan exists'] })
    expect([values, status]).toEqual([{ memberId: 'eve', loanId: '9' }, 200])
    expect(assumptions).not.toContainEqual(expect.stringContaining('the id'))
  })

  it('are assumptions about the mock if no state is about them', async () => {
    const { status, assumptions } = await send({
      path: '/library/v2/members/ada/loans/3',
      states: [['a loan exists', { memberId: 'ada', loanId: '9' }]],
    })
    expect([status, assumptions]).toEqual([200, ['the id "3" of the mock']])
  })

  it('of a change: the request is sent with the token of its own operation', async () => {
    expect(await send({ method: 'PUT', path, states: ['a loan exists'] })).toMatchObject({ status: 204 })
    expect(await send({ method: 'PUT', path, states: ['no loan exists'] })).toMatchObject({ status: 404 })
  })
})
