import { useEffect, useRef, useState } from 'preact/hooks'
import { parseValue, type WholeNumber } from '../../../../src/contract/variants.js'
import { messageOf } from '../../control/problem.js'
import { Field } from '../../parts/field.js'
import { numberText } from '../../common/format.js'

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly range: Pick<WholeNumber<undefined>, 'min' | 'max' | 'unit'>
  /** Applies another number. Rejects if the server refuses it. */
  readonly onChange: (value: number) => Promise<void>
}

/** A field for a whole number. Enter applies it, and so does leaving the field. An invalid one stays there with a message. */
export function NumberInput({ label, value, range, onChange }: NumberInputProps) {
  const { min, max, unit } = range
  const allowed = `${numberText(min)} to ${numberText(max)}`
  const [draft, setDraft] = useState<string>()
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  /** The text that the server has not answered yet. */
  const sent = useRef<string | undefined>(undefined)

  function restore(): void {
    setDraft(undefined)
    setError(undefined)
  }

  // If somebody else changes the value, the user can still finish typing.
  useEffect(() => {
    if (document.activeElement !== input.current) restore()
  }, [value])

  async function use(): Promise<void> {
    if (draft === undefined || draft === sent.current) return
    const wanted = parseValue({ kind: 'number', word: undefined, ...range }, draft)
    if (wanted === undefined) {
      setError(
        `Enter a whole number from ${allowed}. conmock still uses ${value}. Press Escape to restore it.`,
      )
      return
    }
    sent.current = draft
    setError(undefined)
    try {
      if (wanted !== value) await onChange(Number(wanted))
      // The user may have typed something else while the server worked.
      setDraft((current) => (current === draft ? undefined : current))
    } catch (reason) {
      setError(messageOf(reason))
    }
    if (sent.current === draft) sent.current = undefined
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
          ref={input}
          type="number"
          min={min}
          max={max}
          step={1}
          value={draft ?? value}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onBlur={() => void use()}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void use()
            if (key === 'Escape') restore()
          }}
        />
      )}
    </Field>
  )
}
