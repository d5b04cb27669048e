import type { FunctionComponent } from 'preact'
import type { View } from '../state/location.js'
import { Assumptions } from './assumptions/assumptions.js'
import { CoverageView } from './coverage/coverage.js'
import { Faults } from './faults/faults.js'
import { Requests } from './requests/requests.js'
import { Tokens } from './tokens/tokens.js'
import { DataView } from './data/data.js'

export const viewsByName: Readonly<
  Record<View, { readonly label: string; readonly View: FunctionComponent }>
> = {
  requests: { label: 'Requests', View: Requests },
  data: { label: 'Data', View: DataView },
  tokens: { label: 'Tokens', View: Tokens },
  assumptions: { label: 'Assumptions', View: Assumptions },
  faults: { label: 'Faults', View: Faults },
  coverage: { label: 'Coverage', View: CoverageView },
}
