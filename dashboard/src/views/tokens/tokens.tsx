import { Page } from '../../parts/page.js'

export function Tokens() {
  return <Page title="Tokens">{null}</Page>
}
