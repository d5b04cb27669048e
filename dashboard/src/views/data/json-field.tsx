import { useEffect, useRef } from 'preact/hooks'
import { Field } from '../../parts/field.js'
import { Code, Text } from '../../parts/text.js'
import { lineAndColumn, placeOf, type Place, type TextProblem } from './json-text.js'

interface JsonFieldProps {
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly problems: readonly TextProblem[]
  readonly onChange: (text: string) => void
}

/** Lines above a selected place, so that the user sees what it belongs to. */
const LINES_ABOVE = 3

/** Selects a place, and scrolls to it. Browsers do not scroll on their own. */
function selectPlace(field: HTMLTextAreaElement, { offset, length }: Place): void {
  const { line } = lineAndColumn(field.value, offset)
  field.focus()
  field.setSelectionRange(offset, offset + length)
  field.scrollTop = (line - 1 - LINES_ABOVE) * Number.parseFloat(getComputedStyle(field).lineHeight)
}

interface ProblemProps {
  readonly problem: TextProblem
  readonly text: string
  readonly onSelect: () => void
}

function Problem({ problem, text, onSelect }: ProblemProps) {
  const { path, reason } = problem
  const place = placeOf(text, problem)
  const { line, column } = lineAndColumn(text, place?.offset ?? 0)
  const what = (
    <>
      {path !== undefined && (
        <>
          <Code of={path} />{' '}
        </>
      )}
      <Text of={reason} max={1000} />
    </>
  )
  if (!place) return <li>{what}</li>
  return (
    <li>
      <button type="button" class="problem" onClick={onSelect}>
        <span class="place">
          Line {line}, column {column}
        </span>{' '}
        {what}
      </button>
    </li>
  )
}

export function JsonField({ label, hint, text, problems, onChange }: JsonFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)

  function select(problem: TextProblem): void {
    const place = placeOf(text, problem)
    if (field.current) selectPlace(field.current, place ?? { offset: 0, length: 0 })
  }

  useEffect(() => {
    if (field.current) selectPlace(field.current, { offset: 0, length: 0 })
  }, [])

  useEffect(() => {
    if (problems[0]) select(problems[0])
  }, [problems])

  const list = problems.length > 0 && (
    <ul class="plain">
      {problems.map((problem) => (
        <Problem
          key={`${problem.path} ${problem.reason}`}
          problem={problem}
          text={text}
          onSelect={() => select(problem)}
        />
      ))}
    </ul>
  )
  return (
    <Field label={label} hint={hint} error={list}>
      {(attributes) => (
        <textarea
          {...attributes}
          ref={field}
          class="json"
          dir="ltr"
          wrap="off"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
