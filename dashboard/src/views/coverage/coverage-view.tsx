import { Page } from '../../parts/page.js'

export function CoverageView() {
  return <Page title="CoverageView">{null}</Page>
}
