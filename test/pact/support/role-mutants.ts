import type { RoleList } from '../../../src/contract/resources.js'
import type { Fields, Mutant } from './mutants.js'

function pageMutant(name: string, change: (page: RoleList, cursor: string | null) => void): Mutant {
  return {
    name,
    operation: 'listRoles',
    statuses: [200],
    answer: ({ body, cursor }) => change(body as RoleList, cursor),
  }
}

/** Wrong pages of roles, in addition to the mutants of single fields. */
export const roleMutants: readonly Mutant[] = [
  pageMutant(
    'the last role of a page has no name',
    ({ data }) => delete (data?.at(-1) as Partial<Fields> | undefined)?.['name'],
  ),
  pageMutant('an empty list of roles is null', (page) => {
    if (page.data?.length === 0) page.data = null
  }),
  pageMutant('an empty list of roles is left out', (page) => {
    if (page.data?.length === 0) delete page.data
  }),
  pageMutant('a list of roles that is null is empty', (page) => {
    if (page.data === null) page.data = []
  }),
  pageMutant('a list of roles that is left out is empty', (page) => {
    if (page.data === undefined) page.data = []
  }),
  pageMutant('an empty list of roles has a role', (page) => {
    if (!page.data?.length) page.data = [{ id: '1', name: 'staff' }]
  }),
  pageMutant('all roles have the same name', ({ data }) => data?.forEach((role) => (role.name = 'staff'))),
  pageMutant('all roles have the same id', ({ data }) => data?.forEach((role) => (role.id = '1'))),
  {
    name: 'the cursor is ignored',
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
  pageMutant('the cursor on a page is the one that led to it', (page, cursor) => {
    if (typeof page.nextPage === 'string' && cursor !== null) page.nextPage = cursor
  }),
  pageMutant('the first page has no cursor', (page, cursor) => {
    if (cursor === null && typeof page.nextPage === 'string') delete page.nextPage
  }),
  pageMutant('the first page has a cursor that is null', (page, cursor) => {
    if (cursor === null && typeof page.nextPage === 'string') page.nextPage = null
  }),
  pageMutant('the second page has no cursor', (page, cursor) => {
    if (cursor !== null && typeof page.nextPage === 'string') page.nextPage = null
  }),
  pageMutant('the page after the first is empty', (page, cursor) => {
    if (cursor !== null) page.data = []
  }),
  pageMutant('the last page has a cursor instead of null', (page, cursor) => {
    if (cursor !== null && page.nextPage === null) page.nextPage = cursor
  }),
  pageMutant('the last page has a cursor instead of no nextPage', (page, cursor) => {
    if (cursor !== null && page.nextPage === undefined) page.nextPage = cursor
  }),
  pageMutant('the last page has an empty cursor', (page) => {
    if (page.nextPage === null) page.nextPage = ''
  }),
  pageMutant('the last page has a cursor that is false', (page: Fields) => {
    if (page['nextPage'] === null) page['nextPage'] = false
  }),
  pageMutant('an empty list of roles has a cursor', (page) => {
    if (!page.data?.length) page.nextPage = 'more'
  }),
]
