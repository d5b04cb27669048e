import { useState } from 'preact/hooks'
import { assumptions, type AssumptionName, type Settings } from '../../../../src/contract/assumptions.js'
import {
  formatValue,
  type RateLimit,
  type Variants,
  type WholeNumber,
} from '../../../../src/contract/variants.js'
import { messageOf } from '../../control/problem.js'
import { Choice, type SelectionProps } from '../../parts/field.js'
import { exampleRateLimit, type SpaceSettings } from '../../state/settings.js'
import { NumberInput } from './number-input.js'

type Value = string | number | RateLimit

interface ControlProps<V extends Variants> {
  readonly name: AssumptionName
  readonly variants: V
  readonly value: Value
  readonly onChange: (value: Value) => Promise<void>
}

const FIRST_NUMBER = 60

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
      setError(messageOf(reason))
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

function NumberOrWord({ name, variants, value, onChange }: ControlProps<WholeNumber<string | undefined>>) {
  const { word, unit } = variants
  return (
    <>
      {word !== undefined && (
        <Words
          label={name}
          value={value === word ? word : 'number'}
          options={[
            { value: word, label: word },
            { value: 'number', label: unit },
          ]}
          onChange={(wanted) => onChange(wanted === word ? word : FIRST_NUMBER)}
        />
      )}
      {typeof value === 'number' && (
        <NumberInput label={`Number of ${unit}`} value={value} range={variants} onChange={onChange} />
      )}
    </>
  )
}

const rateRange = { min: 1, max: 1_000_000 }

function Rate({ name, value, onChange }: Omit<ControlProps<Variants>, 'variants'>) {
  return (
    <>
      <Words
        label={name}
        value={typeof value === 'object' ? 'limit' : 'none'}
        options={[
          { value: 'none', label: 'none' },
          { value: 'limit', label: 'requests / seconds' },
        ]}
        onChange={(wanted) => onChange(wanted === 'none' ? 'none' : exampleRateLimit)}
      />
      {typeof value === 'object' && (
        <div class="rate">
          <NumberInput
            label="At most"
            value={value.requests}
            range={{ ...rateRange, unit: 'requests' }}
            onChange={(requests) => onChange({ ...value, requests })}
          />
          <NumberInput
            label="In any"
            value={value.perSeconds}
            range={{ ...rateRange, unit: 'seconds' }}
            onChange={(perSeconds) => onChange({ ...value, perSeconds })}
          />
        </div>
      )}
    </>
  )
}

export interface AssumptionControlProps extends Pick<SpaceSettings, 'assume'> {
  readonly name: AssumptionName
  readonly settings: Settings
}

export function AssumptionControl({ name, settings, assume }: AssumptionControlProps) {
  const variants: Variants = assumptions[name].variants
  const value = settings[name]
  const onChange = (wanted: Value) => assume({ [name]: wanted })
  if (variants.kind === 'rate') return <Rate name={name} value={value} onChange={onChange} />
  if (variants.kind === 'number') {
    return <NumberOrWord name={name} variants={variants} value={value} onChange={onChange} />
  }
  const options = variants.options.map((option) => ({ value: option, label: option }))
  return <Words label={name} value={formatValue(value)} options={options} onChange={onChange} />
}
