import { useEffect, useRef } from 'preact/hooks'
import { counted } from '../../../../src/common/text.js'
import { assumptions } from '../../../../src/convention/assumptions.js'
import { type Assumption, type AssumptionStatus } from '../../../../src/contract/assumption.js'
import { valueIn, type AssumptionName, type Profile } from '../../../../src/contract/settings.js'
import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
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
  readonly name: AssumptionName
  readonly isOpen: boolean
}

function EvidenceOf({ name, isOpen }: EvidenceProps) {
  const { status, standard, quote, section: heading, observed }: Assumption = assumptions[name]
  return (
    <details class="evidence" open={isOpen}>
      <summary>Evidence ({status})</summary>
      <dl>
        <dt>API specification, section “{heading}”</dt>
        <dd>
          <blockquote>
            <CodeText of={quote} />
          </blockquote>
        </dd>
        {observed && (
          <>
            <dt>Real service, from public sources</dt>
            <dd>
              <CodeText of={observed} />
            </dd>
          </>
        )}
        <dt>Status</dt>
        <dd>
          {statusTexts[status]} {standard}
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
          {isChanged && <Tag look="refused">changed</Tag>}
          {uses > 0 && <span class="count">used by {counted(uses, 'response', numberText(uses))}</span>}
        </div>
        <p>
          <CodeText of={assumptions[name].question} />
        </p>
        <EvidenceOf name={name} isOpen={isLinked} />
      </div>
      <div class="assumption-value">
        <AssumptionControl {...control} />
        {isChanged && (
          <Button look="quiet" onClick={() => assume(readValues(profile, [name]))}>
            Back to {valueIn(profile, name)}
          </Button>
        )}
      </div>
    </article>
  )
}
