import { Page } from '../../parts/page.js'

export function Assumptions() {
  return <Page title="Assumptions">{null}</Page>
}
