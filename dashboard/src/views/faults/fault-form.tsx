import { useState } from 'preact/hooks'
import { InvalidOptionError } from '../../../../src/common/errors.js'
import { isSwitch, parseAmount, type EffectName } from '../../../../src/contract/fault-fields.js'
import type { Fault } from '../../../../src/mock/fault.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Field, Options, TextField } from '../../parts/field.js'
import { addFault, describeFault, OPTION, formatOption } from './fault-texts.js'

const whens = [
  { value: 'always', label: 'Every request', hint: '' },
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

/** What can go wrong. `retryAfter` is only a field beside `status`. */
const effectLabels: Readonly<Record<Exclude<EffectName, 'retryAfter'>, string>> = {
  status: 'An error status',
  dropConnection: 'Drop the connection',
  truncateBody: 'Truncate the body',
  invalidJson: 'Invalid JSON',
  html: 'HTML of a proxy',
  hold: 'Hold until released',
  hang: 'Never answer',
  delay: 'Only a delay',
}

type Effect = keyof typeof effectLabels

const effects = Object.entries(effectLabels).map(([value, label]) => ({ value, label }))

/** The fields for numbers. `delay` is in every form, because it can stand beside any other effect. */
const numbers = {
  status: { label: 'Status', hint: '400 to 599' },
  retryAfter: { label: 'Retry-After', hint: 'Seconds. Optional' },
  truncateBody: { label: 'Bytes', hint: 'The client gets this many bytes, then the connection closes' },
  delay: { label: 'Delay', hint: 'Milliseconds, or a range such as 200-800. Optional' },
} as const

type NumberName = keyof typeof numbers

interface Draft extends Readonly<Record<NumberName | 'count', string>> {
  readonly when: (typeof whens)[number]['value']
  readonly effect: Effect
}

const START: Draft = {
  when: 'nth',
  count: '2',
  effect: 'status',
  status: '503',
  retryAfter: '',
  truncateBody: '10',
  delay: '',
}

/** Reads any number, also a wrong one, or a range. Everything else stays a text. */
function readAmount(text: string): unknown {
  return text.trim() === '' || Number.isNaN(Number(text)) ? parseAmount(text) : Number(text)
}

/** The fields for the numbers of an effect. Each effect can have a delay. */
function getFields(effect: Effect): readonly NumberName[] {
  if (effect === 'status') return ['status', 'retryAfter', 'delay']
  return effect === 'truncateBody' ? [effect, 'delay'] : ['delay']
}

/** A fault as the user has typed it. The server says what is wrong with its values. */
function createFault(draft: Draft, operation: Fault['operation']): Fault {
  const { when, count, effect } = draft
  const given = getFields(effect).filter((name) => draft[name] !== '' || name === effect)
  const amounts = given.map((name) => [name, readAmount(draft[name])])
  return {
    operation,
    ...(when !== 'always' && { when: { [when]: readAmount(count) } as unknown as Fault['when'] }),
    effect: { ...(isSwitch(effect) && { [effect]: true }), ...Object.fromEntries(amounts) },
  }
}

interface Problem {
  readonly draft: Draft
  /** The path of the wrong value, such as `effect.status`. */
  readonly option: string
  readonly reason: string
}

/** Returns a function that adds the fault of a draft, and what the server says is wrong with the draft. */
function useAdd(draft: Draft, operation: Fault['operation']) {
  const [problem, setProblem] = useState<Problem>()

  async function add(): Promise<void> {
    setProblem(undefined)
    try {
      await addFault(createFault(draft, operation))
    } catch (error) {
      // The button shows all other errors.
      if (!(error instanceof InvalidOptionError) || error.option === undefined) throw error
      const { option, reason } = error
      // The reason continues a sentence that starts with the name of the option.
      setProblem({ draft, option, reason: `${reason[0]?.toUpperCase()}${reason.slice(1)}.` })
    }
  }

  // After a change of the draft, the problem may be solved.
  return { add, problem: problem?.draft === draft ? problem : undefined }
}

interface QuickFaultProps {
  readonly label: string
  readonly start: Partial<Draft>
  /** The number beside the button, and what it is. */
  readonly field?: { readonly name: NumberName; readonly label: string; readonly unit?: string }
}

/** The faults that developers need most. */
const quickFaults: readonly QuickFaultProps[] = [
  { label: 'Fail', start: { when: 'first' }, field: { name: 'status', label: 'Status to fail with' } },
  {
    label: 'Slow',
    start: { effect: 'delay', delay: '800' },
    field: { name: 'delay', label: 'Milliseconds to wait', unit: 'ms' },
  },
  // Not only the next one, because browsers send a GET request again if its connection was dropped.
  { label: 'Drop connections', start: { effect: 'dropConnection' } },
  { label: 'Invalid JSON once', start: { effect: 'invalidJson', when: 'first' } },
  { label: 'Never answer', start: { effect: 'hang' } },
]

/** A button that adds a fault. Enter in its field adds it, too. */
function QuickFault({ label, start, field, operation }: QuickFaultProps & FaultFormProps) {
  const [draft, setDraft] = useState<Draft>({ ...START, when: 'always', count: '1', ...start })
  const { add, problem } = useAdd(draft, operation)
  return (
    <li>
      <form class="inline-field">
        <Button type="submit" onClick={add}>
          {label}
        </Button>
        {field && (
          <input
            aria-label={field.label}
            aria-invalid={Boolean(problem)}
            inputMode="numeric"
            type="text"
            value={draft[field.name]}
            onInput={({ currentTarget }) => setDraft({ ...draft, [field.name]: currentTarget.value })}
          />
        )}
        {field?.unit}
        {field?.name === 'status' && (
          <select
            aria-label="How often to fail"
            value={draft.when === 'always' ? 'always' : draft.count}
            onChange={({ currentTarget: { value } }) =>
              setDraft({
                ...draft,
                ...(value === 'always' ? { when: value } : { when: 'first', count: value }),
              })
            }
          >
            <option value="1">once</option>
            {/* React's StrictMode sends each first request twice. */}
            <option value="2">twice</option>
            <option value="always">always</option>
          </select>
        )}
      </form>
      <div class="field-error" role="alert">
        {problem?.reason}
      </div>
    </li>
  )
}

interface FaultFormProps {
  /** The operation that fails. `undefined` means all operations. */
  readonly operation: Fault['operation']
}

/** The quick faults, and a form for all others. */
export function FaultForm({ operation }: FaultFormProps) {
  const [draft, setDraft] = useState(START)
  const { add, problem } = useAdd(draft, operation)
  const { when, effect } = draft
  const fault = createFault(draft, operation)
  const amounts = Object.values({ ...fault.when, ...fault.effect })
  // What is not a number stays a text.
  const isComplete = amounts.length > 0 && amounts.every((amount) => typeof amount !== 'string')
  const errorAt = (...options: readonly string[]) =>
    problem && options.includes(problem.option) ? problem.reason : undefined

  const numberField = (name: NumberName | 'count', label: string, hint: string, option: string) => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      error={errorAt(option)}
      value={draft[name]}
      onChange={(text) => setDraft({ ...draft, [name]: text })}
      inputMode="numeric"
    />
  )

  const selectField = (name: 'when' | 'effect', label: string, ...errors: readonly string[]) => (
    <Field label={label} error={errorAt(name, ...errors)}>
      {(attributes) => (
        <select
          {...attributes}
          value={draft[name]}
          onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
        >
          <Options options={name === 'when' ? whens : effects} />
        </select>
      )}
    </Field>
  )

  return (
    <>
      <ul class="plain toolbar quick-faults">
        {quickFaults.map((each) => (
          <QuickFault key={each.label} operation={operation} {...each} />
        ))}
      </ul>
      <form class="card column">
        <div class="fault-fields">
          {selectField('when', 'Which requests')}
          {when !== 'always' &&
            numberField('count', 'Number', whens.find(({ value }) => value === when)!.hint, `when.${when}`)}
        </div>
        <div class="fault-fields">
          {selectField('effect', 'What goes wrong', 'operation')}
          {getFields(effect).map((name) =>
            numberField(name, numbers[name].label, numbers[name].hint, `effect.${name}`),
          )}
        </div>
        {isComplete && !problem && (
          <div class="note">
            <p>{describeFault(fault)}</p>
            <p>
              <code>{formatOption(fault)}</code>{' '}
              <CopyButton what={OPTION} text={() => formatOption(fault)} label={`Copy ${OPTION}`} />
            </p>
          </div>
        )}
        <div>
          <Button type="submit" look="main" onClick={add}>
            Add fault
          </Button>
        </div>
      </form>
    </>
  )
}
