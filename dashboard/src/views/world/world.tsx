import { Page } from '../../parts/page.js'

export function World() {
  return <Page title="World">{null}</Page>
}
