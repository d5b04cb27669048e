import { useState } from 'preact/hooks'
import type { Settings } from '../../../../src/contract/assumption.js'
import { parseValue, type WholeNumber } from '../../../../src/contract/variants.js'
import { getMessage, numberText } from '../../common/format.js'
import { Choice, Field, type SelectionProps } from '../../parts/field.js'
import { api } from '../../state/api.js'
import type { SandboxSettings } from '../../state/settings.js'

type Value = string | number

interface WordsProps extends Omit<SelectionProps<string>, 'onChange'> {
  readonly onChange: (value: string) => Promise<void>
}

/** Buttons of which one is on. If the server refuses the change, the old one is on again. */
function Words({ onChange, ...selection }: WordsProps) {
  const [error, setError] = useState<string>()

  async function change(wanted: string): Promise<void> {
    setError(undefined)
    try {
      await onChange(wanted)
    } catch (reason) {
      setError(getMessage(reason))
    }
  }

  return (
    <>
      <Choice {...selection} onChange={change} />
      <div class="field-error" role="alert">
        {error}
      </div>
    </>
  )
}

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly range: WholeNumber
  /** Applies another number. Rejects if the server refuses it. */
  readonly onChange: (value: number) => Promise<void>
}

/**
 * A field for a whole number. Enter applies it, and so does leaving the field. An invalid one stays there with a message. If
 * somebody else changes the value, the user can still finish typing.
 */
function NumberInput({ label, value, range, onChange }: NumberInputProps) {
  const { min, max, unit } = range
  const allowed = `${numberText(min)} to ${numberText(max)}`
  const [draft, setDraft] = useState<string>()
  const [error, setError] = useState<string>()

  function restore(): void {
    setDraft(undefined)
    setError(undefined)
  }

  async function apply(text: string): Promise<void> {
    const wanted = parseValue(range, text)
    if (wanted === undefined) {
      const rule = `Enter a whole number from ${allowed}.`
      return setError(`${rule} conmock still uses ${value}. Press Escape to restore it.`)
    }
    setError(undefined)
    try {
      await onChange(Number(wanted))
      // The user may have typed something else while the server worked.
      setDraft((current) => (current === text ? undefined : current))
    } catch (reason) {
      setError(getMessage(reason))
    }
  }

  return (
    <Field
      label={label}
      error={error}
      hint={`${allowed} ${unit}${draft === undefined ? '' : '. Press Enter to apply.'}`}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={min}
          max={max}
          step={1}
          value={draft ?? value}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          // The browser sends this event for Enter, and when the user leaves the field.
          onChange={({ currentTarget }) => void apply(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') restore()
          }}
        />
      )}
    </Field>
  )
}

export interface AssumptionControlProps extends Pick<SandboxSettings, 'assume'> {
  readonly name: string
  readonly settings: Settings
}

export function AssumptionControl({ name, settings, assume }: AssumptionControlProps) {
  const { variants } = api.value.assumptions[name]!
  const value = settings[name]
  const onChange = (wanted: Value) => assume({ [name]: wanted })
  if (variants.kind === 'number') {
    return (
      <NumberInput
        label={`Number of ${variants.unit}`}
        value={Number(value)}
        range={variants}
        onChange={onChange}
      />
    )
  }
  const options = variants.options.map((option) => ({ value: option, label: option }))
  return <Words label={name} value={String(value)} options={options} onChange={onChange} />
}
