import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { space } from '../../state/location.js'
import { useCoverage } from '../../state/coverage.js'
import { curlFor } from '../../common/curl.js'
import { CoverageReport } from './coverage-report.js'

/** A busy app sends many requests each second, and each of them changes the counts. */
const MS_BETWEEN_UPDATES = 1000

function NothingReceived() {
  return (
    <Empty title="No client has received a response yet">
      <p>Run your app or its tests against this server, or send a request:</p>
      <pre class="code">
        {curlFor({ path: '/api/v0/roles', token: 'mock-all-scopes', space: space.value })}
      </pre>
    </Empty>
  )
}

export function CoverageView() {
  const { data, error, reload } = useCoverage({ pause: MS_BETWEEN_UPDATES })
  return (
    <Page
      title="Coverage"
      about="How often the clients of this space have received each case of the API. The counts start when the space is created. A reset keeps the counts."
    >
      {error && <Failed error={error} reload={reload} />}
      {!data && !error && <Loading />}
      {data && (data.answers.length === 0 ? <NothingReceived /> : <CoverageReport coverage={data} />)}
    </Page>
  )
}
