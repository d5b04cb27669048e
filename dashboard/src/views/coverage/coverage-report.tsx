import { useId, useState } from 'preact/hooks'
import { coverageOf } from '../../../../src/coverage/coverage.js'
import { sectionsOf, type LedgerRow, type LedgerSection } from '../../../../src/coverage/ledger-sections.js'
import type { Ledger } from '../../../../src/coverage/ledger.js'
import { Tag } from '../../parts/badges.js'
import { CodeText } from '../../parts/code-text.js'
import { Choice } from '../../parts/field.js'
import { Text } from '../../parts/text.js'
import { numberText } from '../../common/number.js'

/** More rows would make the page slow. Only a ledger that was written by hand has more. */
const MAX_ROWS = 1000

function Row({ name, description, count, look }: LedgerRow & { readonly look: string }) {
  return (
    <tr class={count === 0 ? 'never' : 'met'}>
      <th scope="row">
        <code>
          <Text of={name} />
        </code>
      </th>
      <td class="meaning">
        <CodeText of={description} />
      </td>
      <td class="times">
        {count === 0 ? <Tag look="refused">never</Tag> : <Tag look={look}>{numberText(count)}</Tag>}
      </td>
    </tr>
  )
}

/** What the columns contain, and what the section is about. */
const texts: Readonly<
  Record<LedgerSection['kind'], { readonly columns: readonly [string, string]; readonly about?: string }>
> = {
  operation: { columns: ['Behavior', 'Meaning'] },
  other: {
    columns: ['Response', 'Request'],
    about: 'These responses do not count for the percentage.',
  },
  assumptions: {
    columns: ['Assumption', 'Status'],
    about: 'The API specification leaves these open, so the real service may answer differently.',
  },
}

function Section({ kind, title, rows }: LedgerSection) {
  const id = useId()
  const { columns, about } = texts[kind]
  const met = rows.filter(({ count }) => count > 0).length
  return (
    <section class={`ledger-section ${kind} ${met === rows.length ? 'complete' : ''}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{kind === 'operation' ? <code>{title}</code> : title}</h2>
        {kind === 'operation' && (
          <p class="count">
            {met} of {rows.length} received
          </p>
        )}
        {about && <p class="about">{about}</p>}
      </header>
      <table aria-labelledby={id}>
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
          {rows.slice(0, MAX_ROWS).map((row) => (
            <Row key={row.name + row.description} look={kind === 'operation' ? 'good' : ''} {...row} />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p class="about">
          {numberText(rows.length - MAX_ROWS)} more are not on this page.{' '}
          <code>conmock ledger --verbose</code> prints all of them.
        </p>
      )}
    </section>
  )
}

/**
 * How much of the API the clients have received. The dashboard and the page of `conmock ledger --html` both use it. That page has
 * no scripts, so the style sheet filters the rows by the state of the radio buttons.
 */
export function CoverageReport({ ledger }: { readonly ledger: Ledger }) {
  const [filter, setFilter] = useState<'all' | 'never'>('all')
  const id = useId()
  const coverage = coverageOf(ledger)
  const { items, met, percent } = coverage
  return (
    <div class="coverage">
      <div class="coverage-summary card">
        <p class="percent">{percent} %</p>
        <div>
          <p id={id}>
            {met} of {items.length} behaviours of the API received
          </p>
          <progress max={items.length} value={met} aria-labelledby={id} />
        </div>
      </div>
      {/* Without the style sheet, the filter would have no effect. So only the style sheet shows it. */}
      <div class="coverage-filter" hidden>
        <Choice
          label="Behaviours to show"
          value={filter}
          options={[
            { value: 'all', label: `All (${items.length})` },
            { value: 'never', label: `Never received (${items.length - met})` },
          ]}
          onChange={setFilter}
        />
      </div>
      {sectionsOf(ledger, coverage).map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </div>
  )
}
