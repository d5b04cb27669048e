import { Page } from '../../parts/page.js'

export function Faults() {
  return <Page title="Faults">{null}</Page>
}
