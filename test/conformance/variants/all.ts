import { authenticationChecks } from './authentication.js'
import type { AssumptionName } from '../../../src/index.js'
import { lists } from '../operations.js'
import type { ListChecks, VariantChecks } from './check.js'
import { cursorChecks } from './cursors.js'
import { errorChecks } from './errors.js'
import { extraChecks, pageChecks } from './pages.js'
import { orderChecks } from './order.js'
import { queryChecks } from './query.js'
import { requestChecks } from './requests.js'
import { tokenChecks } from './token.js'
import { volunteerChecks } from './volunteers.js'
import { type ListName } from '../../support/convention.js'

const checksOfList: ListChecks = (list) => ({
  ...orderChecks(list),
  ...pageChecks(list),
  ...queryChecks(list),
})

const listChecks = Object.fromEntries(
  lists.flatMap(({ list }) =>
    Object.entries(checksOfList(list)).map(([name, checks]) => [`${list}.${name}`, checks]),
  ),
) as VariantChecks<Extract<AssumptionName, `${ListName}.${string}`>>

/** The checks of all variants of all assumptions. */
export const allChecks: VariantChecks = {
  ...authenticationChecks,
  ...cursorChecks,
  ...errorChecks,
  ...extraChecks,
  ...listChecks,
  ...requestChecks,
  ...tokenChecks,
  ...volunteerChecks,
}
