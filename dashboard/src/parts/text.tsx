import { numberText } from '../common/format.js'

/** Characters that are invisible, change the direction of the text around them, or are half of a character. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\uFFFD]/gu

/** Escapes a character as in JSON. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/**
 * Makes a text of a client safe to read: characters that would hide or reorder other text are shown as escapes such as `\u202e`.
 *
 * @param options.lines Whether line breaks and tabs stay.
 */
export function readable(text: string, { lines = false }: { readonly lines?: boolean } = {}): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (character) =>
    lines && (character === '\n' || character === '\t') ? character : escaped(character),
  )
}

export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)} … (${numberText(text.length)} characters)` : text
}

interface TextProps {
  /** A text that a client or the user has given. */
  readonly of: string
  readonly max?: number
}

/** Shows a text that anybody may have written: a path, an id, a name. */
export function Text({ of, max = 300 }: TextProps) {
  return <bdi>{readable(shortened(of, max))}</bdi>
}

export function Code(props: TextProps) {
  return (
    <code>
      <Text {...props} />
    </code>
  )
}

/** Shows a text of conmock itself, such as a question of an assumption. Parts in backticks are code. */
export function CodeText({ of }: { readonly of: string }) {
  // The parts of a text never change their places.
  // oxlint-disable-next-line react/no-array-index-key
  return <>{of.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
}
