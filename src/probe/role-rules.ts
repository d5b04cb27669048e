import { assumptions } from '../contract/assumptions.js'
import type { Role, RoleList } from '../contract/resources.js'
import { parseValue } from '../contract/variants.js'
import { compareIds } from '../dataset/ids.js'
import { rolePageOf } from './observe.js'
import { inWords, type StepName } from './plan.js'
import type { Finding } from './report.js'
import { describeResponse } from './request.js'
import { from, inconclusive, measured, notMeasured, noVariant, type Facts, type Rule } from './rule.js'

/** For assumptions about pages of roles. */
function fromPages(derive: (first: RoleList, facts: Facts) => Finding): Rule {
  return (facts) => {
    const [first] = facts.pages
    return first
      ? derive(first, facts)
      : from('roles', () => inconclusive('no page of roles was read'))(facts)
  }
}

function fieldOf(value: unknown): string {
  return value === undefined ? 'absent' : value === null ? 'null' : 'present'
}

/** Below this number, a list may be in order by chance. */
const MIN_ROLES = 6

function isAscending(roles: readonly Role[], compare: (a: Role, b: Role) => number): boolean {
  return roles.every((role, index) => index === 0 || compare(roles[index - 1]!, role) < 0)
}

export const order = fromPages((_, { pages }) => {
  const roles = pages.flatMap(({ data }) => data ?? [])
  if (roles.length < MIN_ROLES) return inconclusive(`fewer than ${MIN_ROLES} roles`)
  const byId = isAscending(roles, (a, b) => compareIds(a.id, b.id))
  const byName = isAscending(roles, (a, b) => (a.name < b.name ? -1 : 1))
  if (byId && byName) return inconclusive('ids and names both ascend', 'id or name')
  if (byName) return measured('name', `${inWords.roles}: the names ascend, the ids do not`)
  return byId
    ? inconclusive('the ids ascend, and ids may ascend in the order of creation', 'id or created')
    : inconclusive('neither ids nor names ascend', 'created')
})

export const pageSize = fromPages(({ data }, { pages }) => {
  if (pages.length < 2) return inconclusive('there is no second page')
  const size = data?.length ?? 0
  if (pages.slice(0, -1).some((page) => page.data?.length !== size)) {
    return noVariant('pages with different numbers of roles')
  }
  const value = parseValue(assumptions['roles.pageSize'].variants, size)
  return value === undefined
    ? noVariant('a number of roles that the mock cannot have on a page')
    : measured(size, `${inWords.roles}: ${size} roles on each page before the last`)
})

export const lastPage = fromPages((_, { pages, noLastPage }) => {
  if (noLastPage !== undefined) return inconclusive(noLastPage)
  const value = fieldOf(pages.at(-1)!.nextPage)
  return measured(value, `${inWords.roles}: nextPage of the last page is ${value}`)
})

export const empty = fromPages(({ data }, { pages }) => {
  if (pages.some((page) => (page.data?.length ?? 0) > 0)) {
    return notMeasured('the service has roles')
  }
  const value = Array.isArray(data) ? 'array' : fieldOf(data)
  return pages.length > 1
    ? inconclusive('the first page is empty, but not the last')
    : measured(value, `${inWords.roles}: without roles, data is ${value}`)
})

/** For requests with another query: compares the page with the first one. @param of400 The variant for status 400. */
function fromPage(
  step: StepName,
  of400: string | undefined,
  derive: (page: RoleList, first: RoleList) => Finding | undefined,
): Rule {
  return fromPages((first, facts) =>
    from(step, (seen) => {
      const page = rolePageOf(seen)
      if (page) return derive(page, first) ?? noVariant(`${describeResponse(seen)} with other roles`)
      return seen.status === 400 && of400 !== undefined
        ? measured(of400, `${inWords[step]}: 400`)
        : noVariant(describeResponse(seen))
    })(facts),
  )
}

function countOf({ data }: RoleList): number {
  return data?.length ?? 0
}

function isSame(page: RoleList, first: RoleList): boolean {
  const [a, b] = [page, first].map(({ data }) => data?.map(({ id }) => id).join('\n'))
  return a === b
}

export const limit = fromPage('limit', undefined, (page, first) => {
  if (countOf(first) < 2) return inconclusive('the first page has fewer than two roles')
  if (countOf(page) === 1) return measured('applied', `${inWords.limit}: one role`)
  return isSame(page, first) ? measured('ignored', `${inWords.limit}: the first page`) : undefined
})

export const unknownQuery = fromPage('unknownQuery', 'rejected', (page, first) =>
  isSame(page, first) ? measured('ignored', `${inWords.unknownQuery}: the first page`) : undefined,
)

export const invalidCursor = fromPage('invalidCursor', '400', (page, first) => {
  if (countOf(first) === 0) return inconclusive('without roles, the first page is an empty page')
  if (isSame(page, first)) return measured('first-page', `${inWords.invalidCursor}: the first page`)
  return page.data?.length === 0
    ? measured('empty-page', `${inWords.invalidCursor}: an empty page`)
    : undefined
})

export const hasMore = fromPages((_, { pages }) => {
  const types = new Set(pages.map((page) => typeof (page as { hasMore?: unknown }).hasMore))
  const [type] = types
  if (types.size > 1) return inconclusive('only some pages have hasMore')
  if (type === 'undefined') return measured('absent', `${inWords.roles}: no page has hasMore`)
  return type === 'boolean'
    ? measured('present', `${inWords.roles}: pages have a boolean hasMore`)
    : noVariant('hasMore is not a boolean')
})
