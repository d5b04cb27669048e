import { authenticationChecks } from './authentication.js'
import type { VariantChecks } from './check.js'
import { cursorChecks } from './cursors.js'
import { errorChecks } from './errors.js'
import { pageChecks } from './pages.js'
import { orderChecks } from './order.js'
import { queryChecks } from './query.js'
import { rateChecks } from './rate.js'
import { requestChecks } from './requests.js'
import { tokenChecks } from './token.js'
import { volunteerChecks } from './volunteers.js'

/** What is checked of every variant of every assumption. */
export const allChecks: VariantChecks = {
  ...authenticationChecks,
  ...cursorChecks,
  ...errorChecks,
  ...orderChecks,
  ...pageChecks,
  ...queryChecks,
  ...rateChecks,
  ...requestChecks,
  ...tokenChecks,
  ...volunteerChecks,
}
