import type { RoleList } from '../../../src/contract/resources.js'
import type { Fields, Mutant } from './mutants.js'

function aPage(name: string, change: (page: RoleList, cursor: string | null) => void): Mutant {
  return {
    name,
    operation: 'listRoles',
    statuses: [200],
    answer: ({ body, cursor }) => change(body as RoleList, cursor),
  }
}

/** Wrong pages of roles, beside what the schema says of each field. */
export const roleMutants: readonly Mutant[] = [
  aPage(
    'the last role of a page has no name',
    ({ data }) => delete (data?.at(-1) as Partial<Fields> | undefined)?.['name'],
  ),
  aPage('an empty list of roles is null', (page) => {
    if (page.data?.length === 0) page.data = null
  }),
  aPage('an empty list of roles is left out', (page) => {
    if (page.data?.length === 0) delete page.data
  }),
  aPage('a list of roles that is null is empty', (page) => {
    if (page.data === null) page.data = []
  }),
  aPage('a list of roles that is left out is empty', (page) => {
    if (page.data === undefined) page.data = []
  }),
  aPage('there are roles where there are none', (page) => {
    if (!page.data?.length) page.data = [{ id: '1', name: 'staff' }]
  }),
  aPage('all roles have the same name', ({ data }) => data?.forEach((role) => (role.name = 'staff'))),
  aPage('all roles have the same id', ({ data }) => data?.forEach((role) => (role.id = '1'))),
  {
    name: 'the cursor is not heeded',
    operation: 'listRoles',
    statuses: [200],
    request: ({ url }) => url.searchParams.delete('nextPage'),
  },
  {
    name: 'every cursor leads to the roles of the first page',
    operation: 'listRoles',
    statuses: [200],
    answer({ body }, mock) {
      const page = body as RoleList
      if (page.data?.length) page.data = mock.roles.findMany().slice(0, page.data.length)
    },
  },
  {
    name: 'all roles are on the first page',
    operation: 'listRoles',
    statuses: [200],
    answer({ body }, mock) {
      const page = body as RoleList
      if (page.data?.length) Object.assign(page, { data: mock.roles.findMany(), nextPage: null })
    },
  },
  aPage('the cursor on a page is the one that led to it', (page, cursor) => {
    if (typeof page.nextPage === 'string' && cursor !== null) page.nextPage = cursor
  }),
  aPage('the first page has no cursor', (page, cursor) => {
    if (cursor === null && typeof page.nextPage === 'string') delete page.nextPage
  }),
  aPage('the first page has a cursor that is null', (page, cursor) => {
    if (cursor === null && typeof page.nextPage === 'string') page.nextPage = null
  }),
  aPage('the second page has no cursor', (page, cursor) => {
    if (cursor !== null && typeof page.nextPage === 'string') page.nextPage = null
  }),
  aPage('the page after the first is empty', (page, cursor) => {
    if (cursor !== null) page.data = []
  }),
  aPage('the last page has a cursor where it has null', (page, cursor) => {
    if (cursor !== null && page.nextPage === null) page.nextPage = cursor
  }),
  aPage('the last page has a cursor where it has none', (page, cursor) => {
    if (cursor !== null && page.nextPage === undefined) page.nextPage = cursor
  }),
  aPage('the last page has an empty cursor', (page) => {
    if (page.nextPage === null) page.nextPage = ''
  }),
  aPage('the last page has a cursor that is false', (page: Fields) => {
    if (page['nextPage'] === null) page['nextPage'] = false
  }),
  aPage('there is a cursor where there are no roles', (page) => {
    if (!page.data?.length) page.nextPage = 'more'
  }),
]
