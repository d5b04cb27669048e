import { useId, useState } from 'preact/hooks'
import {
  createSections,
  type CoverageRow,
  type CoverageSection,
} from '../../../../src/coverage/coverage-sections.js'
import {
  coverageFigures,
  isCovered,
  type Coverage,
  type CoverageFigure,
} from '../../../../src/coverage/coverage.js'
import { api } from '../../state/api.js'
import { Origin, Tag } from '../../parts/badges.js'
import { ExampleRequest } from '../../parts/example-request.js'
import { Choice } from '../../parts/field.js'
import { Failed, Loading, Page } from '../../parts/page.js'
import { Code, CodeText } from '../../parts/text.js'
import { numberText } from '../../common/format.js'
import { useCoverage } from './use-coverage.js'

function Row({ name, description, count, look }: CoverageRow & { readonly look: string }) {
  return (
    <tr>
      <th scope="row">
        <Code of={name} />
        <Origin of={api.value.assumptions[name.split('=')[0]!]?.origin} />
      </th>
      <td class="meaning">
        <CodeText of={description} />
      </td>
      <td>{count === 0 ? <Tag look="refused">untested</Tag> : <Tag look={look}>{numberText(count)}</Tag>}</td>
    </tr>
  )
}

const texts: Readonly<
  Record<CoverageSection['kind'], { readonly columns: readonly [string, string]; readonly about?: string }>
> = {
  operation: { columns: ['Case', 'Meaning'] },
  other: {
    columns: ['Response', 'Request'],
    about: 'These responses are not part of the percentage.',
  },
  assumptions: {
    columns: ['Assumption', 'Status'],
    about: 'The API specification leaves these open, so the real service may answer differently.',
  },
}

interface SectionProps extends CoverageSection {
  readonly isShown: (row: CoverageRow) => boolean
}

function Section({ kind, title, origin, rows, isShown }: SectionProps) {
  const id = useId()
  const { columns, about } = texts[kind]
  const shown = rows.filter(isShown)
  return (
    <section class="coverage-section box" aria-labelledby={id}>
      <header class="spread">
        <h2 id={id}>
          {kind === 'operation' ? <code>{title}</code> : title}
          <Origin of={origin} />
        </h2>
        {kind === 'operation' && (
          <p class="count">
            {rows.filter(isCovered).length} of {rows.length} covered
          </p>
        )}
        {about && <p class="about">{about}</p>}
      </header>
      {shown.length > 0 && (
        <table class="stacks" aria-labelledby={id}>
          <thead>
            <tr>
              {[...columns, 'Times'].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.name + row.description} look={kind === 'operation' ? 'good' : ''} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Summary({ of, covered, total, percent }: CoverageFigure) {
  const id = useId()
  return (
    <div class="coverage-summary card">
      <p class="percent">{percent}%</p>
      <div>
        <p id={id}>
          {covered} of {total} cases{of && ` of ${of}`} covered
        </p>
        <progress max={total} value={covered} aria-labelledby={id} />
      </div>
    </div>
  )
}

function CoverageReport({ coverage }: { readonly coverage: Coverage }) {
  const [filter, setFilter] = useState<'all' | 'untested'>('all')
  const { cases } = coverage
  const covered = cases.filter(isCovered).length
  return (
    <div class="coverage">
      {coverageFigures(cases).map((figure) => (
        <Summary key={figure.of} {...figure} />
      ))}
      <Choice
        label="Cases to show"
        value={filter}
        options={[
          { value: 'all', label: `All (${cases.length})` },
          { value: 'untested', label: `Untested (${cases.length - covered})` },
        ]}
        onChange={setFilter}
      />
      {createSections(api.value, coverage)
        .filter(({ kind }) => filter === 'all' || kind === 'operation')
        .map((section) => (
          <Section key={section.title} {...section} isShown={(row) => filter === 'all' || !isCovered(row)} />
        ))}
    </div>
  )
}

export function CoverageView() {
  const { data, error, reload } = useCoverage()
  return (
    <Page
      title="Coverage"
      about="How often the clients of this sandbox have received each case of the API. The counts start when the sandbox is created. A reset keeps the counts."
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
