import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** What to enter. */
  readonly hint?: ComponentChildren
  /** What is wrong with the value. */
  readonly error?: ComponentChildren
  /** Creates the control. It must use all of these attributes, which connect it to label, hint and error. */
  readonly children: (attributes: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
  }) => ComponentChildren
}

/** A control with its label, hint and error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-error`, 'aria-invalid': Boolean(error) })}
      <div id={`${id}-hint`} class="hint">
        {hint}
      </div>
      <div id={`${id}-error`} class="field-error" role="alert">
        {error}
      </div>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  /** Says what is chosen, for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A row of buttons of which exactly one is on. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend class="only-read">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A list to choose from, with its label in front of it. */
export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const id = useId()
  return (
    <div class="inline-field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field that filters a list. */
export function Search({ label, value, onChange }: SearchProps) {
  return (
    <input
      class="search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
