import { useEffect, useRef } from 'preact/hooks'
import { pluralize } from '../../../../src/common/text.js'
import type { AssumptionStatus } from '../../../../src/contract/assumption.js'
import { valueIn, type Profile } from '../../../../src/contract/settings.js'
import { Origin, Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { api } from '../../state/api.js'
import { section } from '../../state/location.js'
import { AssumptionControl, type AssumptionControlProps } from './assumption-control.js'
import { readValues } from './profile.js'
import { numberText } from '../../common/format.js'
import { CodeText } from '../../parts/text.js'

const statusTexts: Readonly<Record<AssumptionStatus, string>> = {
  specified: 'The API specification allows every value.',
  standard: 'The API specification leaves it open. The default follows a standard:',
  assumed: 'The API specification leaves it open. conmock chose the default.',
  reported: 'Public sources show that the real service does this.',
}

interface EvidenceProps {
  readonly name: string
  readonly isOpen: boolean
}

function EvidenceOf({ name, isOpen }: EvidenceProps) {
  const { status, standard, quote, section: heading, observed, origin } = api.value.assumptions[name]!
  return (
    <details class="evidence" open={isOpen}>
      <summary>Evidence ({status})</summary>
      <dl>
        {quote && (
          <>
            <dt>API specification{heading && `, section “${heading}”`}</dt>
            <dd>
              <blockquote>
                <CodeText of={quote} />
              </blockquote>
            </dd>
          </>
        )}
        {observed && (
          <>
            <dt>{origin === undefined ? 'Real service, from public sources' : 'Source'}</dt>
            <dd>
              <CodeText of={observed} />
            </dd>
          </>
        )}
        <dt>Status</dt>
        <dd>
          {origin === undefined
            ? `${statusTexts[status]} ${standard ?? ''}`
            : 'Your extension adds this assumption. Its first variant is the default.'}
        </dd>
      </dl>
    </details>
  )
}

interface AssumptionRowProps extends AssumptionControlProps {
  readonly profile: Profile
  readonly isChanged: boolean
  readonly uses: number
}

export function AssumptionRow({ profile, isChanged, uses, ...control }: AssumptionRowProps) {
  const { name, assume } = control
  const id = `assumption-${name}`
  const heading = useRef<HTMLHeadingElement>(null)
  const isLinked = section.value === name
  useEffect(() => {
    if (!isLinked) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('article')?.scrollIntoView({ block: 'center' })
  }, [isLinked])

  return (
    <article class="assumption" aria-labelledby={id} aria-current={isLinked}>
      <div>
        <div class="assumption-name toolbar">
          <h3 ref={heading} id={id} tabIndex={-1}>
            <code>{name}</code>
          </h3>
          <Origin of={api.value.assumptions[name]!.origin} />
          {isChanged && <Tag look="refused">changed</Tag>}
          {uses > 0 && <span class="count">used by {pluralize(uses, 'response', numberText(uses))}</span>}
        </div>
        <p>
          <CodeText of={api.value.assumptions[name]!.question} />
        </p>
        <EvidenceOf name={name} isOpen={isLinked} />
      </div>
      <div class="assumption-value">
        <AssumptionControl {...control} />
        {isChanged && (
          <Button look="quiet" onClick={() => assume(readValues(api.value, profile, [name]))}>
            Reset to {valueIn(api.value, profile, name)}
          </Button>
        )}
      </div>
    </article>
  )
}
