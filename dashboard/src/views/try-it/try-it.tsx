import { Page } from '../../parts/page.js'

export function TryIt() {
  return <Page title="TryIt">{null}</Page>
}
