import { renderToString } from 'preact-render-to-string'
import type { Ledger } from '../../src/coverage/ledger.js'
import style from './styles/ledger-page.css?inline'
import { CoverageReport } from './views/coverage/coverage-report.js'

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Returns the page of `conmock ledger --html`. It needs no other files and no scripts, because CI servers often forbid them. */
export async function renderLedgerPage(ledger: Ledger): Promise<string> {
  const policy = `default-src 'none'; style-src 'sha256-${await sha256(style)}'; base-uri 'none'; form-action 'none'`
  const body = renderToString(
    <main class="page">
      <header>
        <h1>Coverage of the API</h1>
        <p class="about">How often the clients have received each behavior of the API.</p>
      </header>
      <CoverageReport ledger={ledger} />
    </main>,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Coverage of the API</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}
