import type { ComponentChildren, Ref } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from './button.js'

interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: ComponentChildren
  /** Creates the control. It must use all attributes. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

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

interface TextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

interface TextFieldProps extends TextProps, Omit<FieldProps, 'children'> {
  /** Buttons beside the field that set its value. */
  readonly presets?: SelectionProps<string>['options']
  readonly type?: 'text' | 'password'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly required?: boolean
  readonly input?: Ref<HTMLInputElement>
}

/** A field for a text such as a number or a token. The browser neither completes nor corrects it. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, presets = [], type = 'text', inputMode, required, input = null, ...field } = props
  return (
    <Field {...field}>
      {(attributes) => (
        <div class="field-row">
          <input
            {...attributes}
            ref={input}
            // The types of preact do not allow a union. The linter does not see that.
            // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
            type={type as 'text'}
            inputMode={inputMode}
            required={required}
            autocomplete="off"
            spellcheck={false}
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

interface JsonFieldProps extends TextProps, Omit<FieldProps, 'children'> {
  readonly isShort?: boolean
  readonly textarea?: Ref<HTMLTextAreaElement>
}

/** A field for JSON. The browser neither wraps nor corrects it. */
export function JsonField({ value, onChange, isShort = false, textarea = null, ...field }: JsonFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <textarea
          {...attributes}
          ref={textarea}
          class={isShort ? 'short' : ''}
          dir="ltr"
          wrap="off"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

export interface SelectionProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

interface ChoiceProps<Value extends string> extends Omit<SelectionProps<Value>, 'onChange'> {
  /** While its promise is pending, the button that was pressed last is on. Must not reject. */
  readonly onChange: (value: Value) => void | Promise<void>
}

export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  const [pressed, setPressed] = useState<Value>()
  const presses = useRef(0)

  async function change(wanted: Value): Promise<void> {
    const press = ++presses.current
    setPressed(wanted)
    await onChange(wanted)
    if (press === presses.current) setPressed(undefined)
  }

  return (
    <fieldset class="choice">
      <legend class="only-read">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === (pressed ?? value)}
            onChange={() => void change(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function Options({ options }: Pick<SelectionProps<string>, 'options'>) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

export function Select<Value extends string>({ label, value, options, onChange }: SelectionProps<Value>) {
  const id = useId()
  return (
    <div class="inline-field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        <Options options={options} />
      </select>
    </div>
  )
}

export function Search({ label, value, onChange }: TextProps) {
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
