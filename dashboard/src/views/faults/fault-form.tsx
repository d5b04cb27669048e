import { useState } from 'preact/hooks'
import { ControlProblem } from '../../control/problem.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Field, Options } from '../../parts/field.js'
import { addFault } from './fault-requests.js'
import { describeFault, flagOf, type Fault } from './fault-texts.js'
import type { Target } from './target.js'

const whens = [
  { value: 'always', label: 'Every request', hint: 'Until you remove the fault.' },
  { value: 'first', label: 'The first requests', hint: '3 means: the next three requests fail.' },
  {
    value: 'nth',
    label: 'Only one request',
    hint: '2 means: the next request is normal, the one after it fails.',
  },
  {
    value: 'every',
    label: 'Every nth request',
    hint: '5 means: the fifth request fails, the tenth and so on.',
  },
  {
    value: 'from',
    label: 'One request and all later ones',
    hint: '3 means: the next two requests are normal, all later ones fail.',
  },
] as const

const effects = [
  { value: 'status', label: 'An error status' },
  { value: 'dropConnection', label: 'Drop the connection' },
  { value: 'truncateBody', label: 'Truncate the body' },
  { value: 'invalidJson', label: 'Invalid JSON' },
  { value: 'hang', label: 'Never answer' },
  { value: 'none', label: 'Only a delay' },
] as const

interface Draft {
  readonly when: (typeof whens)[number]['value']
  readonly count: string
  readonly effect: (typeof effects)[number]['value']
  readonly status: string
  readonly bytes: string
  readonly retryAfter: string
  readonly delay: string
  readonly delayTo: string
}

const EMPTY: Draft = {
  when: 'nth',
  count: '2',
  effect: 'status',
  status: '503',
  bytes: '10',
  retryAfter: '',
  delay: '',
  delayTo: '',
}

/** A missing number is sent too, so that the server says what is wrong with it. */
function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text)
}

function effectOf({ effect, status, bytes, retryAfter, delay, delayTo }: Draft): Fault['effect'] {
  const delays = delayTo === '' ? numberOf(delay) : ([numberOf(delay), numberOf(delayTo)] as [number, number])
  return {
    ...(effect === 'status' && { status: numberOf(status) }),
    ...(effect === 'status' && retryAfter !== '' && { retryAfter: numberOf(retryAfter) }),
    ...(effect === 'truncateBody' && { truncateBody: numberOf(bytes) }),
    ...((effect === 'dropConnection' || effect === 'invalidJson' || effect === 'hang') && { [effect]: true }),
    ...((delay !== '' || delayTo !== '') && { delay: delays }),
  }
}

function faultOf(draft: Draft, target: Target): Fault {
  const { when, count } = draft
  return {
    ...(target !== 'all' && { operation: target }),
    ...(when !== 'always' && { when: { [when]: numberOf(count) } }),
    effect: effectOf(draft),
  }
}

/** The reason of a problem continues a sentence that starts with the name of the option. */
function sentence(reason: string): string {
  return `${reason[0]?.toUpperCase()}${reason.slice(1)}.`
}

/** What the fault does, and the flag for it. Incomplete numbers have neither. */
function Preview({ fault }: { readonly fault: Fault }) {
  const isComplete = !JSON.stringify(fault).includes('null') && Object.keys(fault.effect).length > 0
  if (!isComplete) return null
  return (
    <div class="note">
      <p>{describeFault(fault)}</p>
      <p>
        <code>{flagOf(fault)}</code> <CopyButton what="flag" text={() => flagOf(fault)} label="Copy flag" />
      </p>
    </div>
  )
}

export function FaultForm({ target }: { readonly target: Target }) {
  const [draft, setDraft] = useState(EMPTY)
  const [problem, setProblem] = useState<ControlProblem>()
  const { when, effect } = draft
  const fault = faultOf(draft, target)
  const option = problem?.problem?.option ?? ''
  const reason = problem && sentence(problem.problem?.reason ?? problem.message)

  function update(name: keyof Draft, value: string): void {
    setDraft((old) => ({ ...old, [name]: value }))
    setProblem(undefined)
  }

  async function add(): Promise<void> {
    setProblem(undefined)
    try {
      await addFault(fault)
    } catch (error) {
      // The button shows all other errors.
      if (!(error instanceof ControlProblem) || error.problem?.option === undefined) throw error
      setProblem(error)
    }
  }

  const errorAt = (...paths: readonly string[]) => (paths.includes(option) ? reason : undefined)

  const numberField = (name: keyof Draft, label: string, hint: string, error?: string) => (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          value={draft[name]}
          onInput={({ currentTarget }) => update(name, currentTarget.value)}
        />
      )}
    </Field>
  )

  const selectField = (
    name: 'when' | 'effect',
    label: string,
    options: typeof whens | typeof effects,
    error?: string,
  ) => (
    <Field label={label} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={draft[name]}
          onChange={({ currentTarget }) => update(name, currentTarget.value)}
        >
          <Options options={options} />
        </select>
      )}
    </Field>
  )

  return (
    <form class="card column fault-form" noValidate onSubmit={(event) => event.preventDefault()}>
      <div class="fault-fields">
        {selectField('when', 'Which requests', whens, errorAt('when'))}
        {when !== 'always' &&
          numberField(
            'count',
            'Number',
            whens.find(({ value }) => value === when)!.hint,
            errorAt(`when.${when}`),
          )}
      </div>
      <div class="fault-fields">
        {selectField('effect', 'What goes wrong', effects, errorAt('effect', 'operation'))}
        {effect === 'status' && (
          <>
            {numberField('status', 'Status', '400 to 599', errorAt('effect.status'))}
            {numberField('retryAfter', 'Retry-After', 'Seconds. Optional', errorAt('effect.retryAfter'))}
          </>
        )}
        {effect === 'truncateBody' &&
          numberField(
            'bytes',
            'Bytes',
            'The client gets this many bytes, then the connection closes',
            errorAt('effect.truncateBody'),
          )}
      </div>
      <div class="fault-fields">
        {numberField(
          'delay',
          'Delay',
          'Milliseconds. Optional',
          option.startsWith('effect.delay') ? reason : undefined,
        )}
        {numberField(
          'delayTo',
          'Longest delay',
          'Milliseconds. Optional. The delay is then random, between both values',
        )}
      </div>
      {!problem && <Preview fault={fault} />}
      <div>
        <Button type="submit" look="main" onClick={add}>
          Add fault
        </Button>
      </div>
    </form>
  )
}
