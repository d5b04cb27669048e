import { useState } from 'preact/hooks'
import { AdminProblem } from '../../admin/problem.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Field, Options, TextField } from '../../parts/field.js'
import { addFault } from './fault-requests.js'
import { describeFault, flagOf, type Fault, type Target } from './fault-texts.js'

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

const selections = {
  when: { label: 'Which requests', options: whens },
  effect: { label: 'What goes wrong', options: effects },
} as const

const numbers = {
  count: { label: 'Number', hint: '' },
  status: { label: 'Status', hint: '400 to 599' },
  retryAfter: { label: 'Retry-After', hint: 'Seconds. Optional' },
  truncateBody: { label: 'Bytes', hint: 'The client gets this many bytes, then the connection closes' },
  delay: { label: 'Delay', hint: 'Milliseconds. Optional' },
  delayTo: {
    label: 'Longest delay',
    hint: 'Milliseconds. Optional. The delay is then random, between both values',
  },
} as const

interface Draft extends Readonly<Record<keyof typeof numbers, string>> {
  readonly when: (typeof whens)[number]['value']
  readonly effect: (typeof effects)[number]['value']
}

const EMPTY: Draft = {
  when: 'nth',
  count: '2',
  effect: 'status',
  status: '503',
  truncateBody: '10',
  retryAfter: '',
  delay: '',
  delayTo: '',
}

/** A missing number is sent as `null`, so that the server says what is wrong with it. */
function effectOf({ effect, status, truncateBody, retryAfter, delay, delayTo }: Draft): Fault['effect'] {
  const delays =
    delayTo === '' ? parseFloat(delay) : ([parseFloat(delay), parseFloat(delayTo)] as [number, number])
  return {
    ...(effect === 'status' && { status: parseFloat(status) }),
    ...(effect === 'status' && retryAfter !== '' && { retryAfter: parseFloat(retryAfter) }),
    ...(effect === 'truncateBody' && { truncateBody: parseFloat(truncateBody) }),
    ...((effect === 'dropConnection' || effect === 'invalidJson' || effect === 'hang') && { [effect]: true }),
    ...((delay !== '' || delayTo !== '') && { delay: delays }),
  }
}

function faultOf(draft: Draft, target: Target): Fault {
  const { when, count } = draft
  return {
    ...(target !== 'all' && { operation: target }),
    ...(when !== 'always' && { when: { [when]: parseFloat(count) } }),
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
  const [problem, setProblem] = useState<AdminProblem>()
  const { when, effect } = draft
  const fault = faultOf(draft, target)
  // A range of delays is one option, so a problem with one of its ends is at the first field.
  const option = problem?.problem?.option?.replace(/^effect\.delay.*/, 'effect.delay') ?? ''
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
      if (!(error instanceof AdminProblem) || error.problem?.option === undefined) throw error
      setProblem(error)
    }
  }

  const errorAt = (...paths: readonly string[]) => (paths.includes(option) ? reason : undefined)

  const numberField = (
    name: keyof typeof numbers,
    at = `effect.${name}`,
    hint: string = numbers[name].hint,
  ) => (
    <TextField
      label={numbers[name].label}
      hint={hint}
      error={errorAt(at)}
      value={draft[name]}
      onChange={(text) => update(name, text)}
      type="number"
      min={0}
    />
  )

  const selectField = (name: keyof typeof selections, ...at: readonly string[]) => (
    <Field label={selections[name].label} error={errorAt(...at)}>
      {(attributes) => (
        <select
          {...attributes}
          value={draft[name]}
          onChange={({ currentTarget }) => update(name, currentTarget.value)}
        >
          <Options options={selections[name].options} />
        </select>
      )}
    </Field>
  )

  return (
    <form class="card column">
      <div class="fault-fields">
        {selectField('when', 'when')}
        {when !== 'always' &&
          numberField('count', `when.${when}`, whens.find(({ value }) => value === when)!.hint)}
      </div>
      <div class="fault-fields">
        {selectField('effect', 'effect', 'operation')}
        {effect === 'status' && numberField('status')}
        {effect === 'status' && numberField('retryAfter')}
        {effect === 'truncateBody' && numberField('truncateBody')}
      </div>
      <div class="fault-fields">
        {numberField('delay', 'effect.delay', effect === 'none' ? 'Milliseconds' : undefined)}
        {numberField('delayTo')}
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
