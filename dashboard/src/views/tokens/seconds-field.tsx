import { Button } from '../../parts/button.js'
import { Field } from '../../parts/field.js'

/**
 * Returns the number that the user has entered.
 *
 * @throws RangeError If it is not a number. JSON cannot contain NaN, so the server could not say what is wrong.
 */
export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && Number.isFinite(seconds)) return seconds
  throw new RangeError(`Enter a number of seconds, such as 90. “${text.slice(0, 40)}” is not a number.`)
}

interface SecondsFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly presets: readonly { readonly label: string; readonly value: string }[]
}

export function SecondsField({ label, hint, error, value, onChange, presets }: SecondsFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <div class="with-presets toolbar">
          <input
            {...attributes}
            type="text"
            inputMode="decimal"
            autocomplete="off"
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {presets.map((preset) => (
            <Button
              key={preset.value}
              aria-pressed={preset.value === value}
              onClick={() => onChange(preset.value)}
            >
              {preset.label}
            </Button>
          ))}
        </div>
      )}
    </Field>
  )
}
