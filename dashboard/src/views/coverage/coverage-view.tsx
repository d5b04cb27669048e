import { ExampleRequest } from '../../parts/example-request.js'
import { Failed, Loading, Page } from '../../parts/page.js'
import { useCoverage } from '../../state/coverage.js'
import { CoverageReport } from './coverage-report.js'

/** A busy app sends many requests each second, and each of them changes the counts. */
const MS_BETWEEN_UPDATES = 1000

export function CoverageView() {
  const { data, error, reload } = useCoverage({ pause: MS_BETWEEN_UPDATES })
  return (
    <Page
      title="Coverage"
      about="How often the clients of this space have received each case of the API. The counts start when the space is created. A reset keeps the counts."
    >
      {error && <Failed error={error} reload={reload} />}
      {!data && !error && <Loading />}
      {data?.answers.length === 0 && (
        <ExampleRequest
          title="No client has received a response yet"
          app="Run your app or its tests against"
        />
      )}
      {data && data.answers.length > 0 && <CoverageReport coverage={data} />}
    </Page>
  )
}
