import * as z from 'zod/mini'
import type { PactParts } from '../../src/pact/parts/pact-api.js'
import { listInPacts } from '../../src/pact/recording/list-in-pacts.js'
import { defineState, pathId, selectId, type MockSetup } from '../../src/pact/states/definition.js'
import { listStates } from '../../src/pact/states/list-states.js'
import { fromState } from '../../src/pact/like/like-matchers.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { library, listBooks } from '../support/library.js'

// What pacts say about the library.

const ids = z.strictObject({ memberId: pathId, loanId: pathId })
const returns = { memberId: 'The member', loanId: 'The loan' }

async function loans({ mock }: MockSetup, { loanId = '500' }: z.output<typeof ids>) {
  const all = getInternals(mock).records['loans']!
  if (all.find(loanId)) await all.delete(loanId)
  return all
}

function stateOfLoan(name: string, renewals: number | undefined) {
  return defineState({
    name,
    parameters: ids,
    returns,
    inService: 'not looked up',
    async onMock(setup, given) {
      const { memberId = 'ada', loanId = '500' } = given
      const all = await loans(setup, given)
      if (renewals !== undefined) await all.create({ id: loanId, member: memberId, renewals } as object)
      selectId(setup.context, 'memberId', memberId)
      selectId(setup.context, 'loanId', loanId)
      return { memberId, loanId }
    },
    onService: () => Promise.reject(new Error('not looked up')),
  })
}

const bookStates = listStates(listBooks, {
  exist: 'books exist',
  noneExist: 'no books exist',
  lastPage: 'the last page of books',
  cursorToPage: 'a cursor to a page of books',
})
const states = {
  loanExists: stateOfLoan('a loan exists', 0),
  loanRenewed: stateOfLoan('a loan was renewed twice', 2),
  noLoan: stateOfLoan('no loan exists', undefined),
}
const pair = { memberId: 'ada', loanId: '500' }
const exampleParams = { member: 'ada', loan: '500' }

export const libraryPacts: PactParts = {
  states: {
    ...states,
    booksExist: bookStates.exist,
    noBooksExist: bookStates.noneExist,
    lastPageOfBooks: bookStates.lastPage,
    cursorToPageOfBooks: bookStates.cursorToPage,
  },
  operations: {
    listBooks: listInPacts(listBooks, library.kinds['books']!, bookStates),
    getLoan: {
      what: 'a loan',
      example: { id: '500', member: 'ada', title: 'Dune', renewals: 0, due: '2026-02-01' },
      exampleParams,
      given: [states.loanExists(pair)],
      entries: [
        {
          cases: ['200'],
          interaction: ({ fields }) => ({
            description: 'a request for a loan',
            given: [states.loanExists(pair)],
            body: { only: fields, example: { id: fromState('${loanId}', '500') } },
          }),
        },
      ],
      refusals: {
        unknown_loan: { description: 'a request for an unknown loan', given: [states.noLoan(pair)] },
      },
      inPlaceOfRefusal: [],
    },
    renewLoan: {
      what: 'a renewal',
      exampleParams,
      given: [states.loanExists(pair)],
      entries: [
        {
          cases: ['204'],
          interaction: () => ({ description: 'a renewal of a loan', given: [states.loanExists(pair)] }),
        },
      ],
      refusals: {
        unknown_loan: { description: 'a renewal of an unknown loan', given: [states.noLoan(pair)] },
        renewed_twice: { description: 'a third renewal', given: [states.loanRenewed(pair)] },
      },
      inPlaceOfRefusal: [],
    },
  },
  fixtures: {},
}
