import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'

export interface Place {
  readonly offset: number
  readonly length: number
}

export interface TextProblem {
  readonly reason: string
  /** JSON path of the value, such as `$.user.phone`. */
  readonly path?: string
  /** The first place where the text is not valid JSON. */
  readonly place?: Place
}

/** Characters that are invisible or change the order of others, and that `JSON.stringify` does not escape. */
const HIDDEN_CHARACTERS = /[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F]/gu

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, index) => String.raw`\u` + characters.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('')
}

export function textOf(record: unknown): string {
  return JSON.stringify(record, null, 2).replaceAll(HIDDEN_CHARACTERS, escaped)
}

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'expected a name in double quotes; JSON allows no comma after the last member',
  ValueExpected: 'expected a value; JSON allows no comma after the last element',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected ","',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'the JSON value ends before this text',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'the string has no closing quote',
  InvalidEscapeCharacter: String.raw`unknown escape; write \\ for a backslash`,
  InvalidCharacter: String.raw`write control characters as escapes, such as \n`,
}

/** Parses a text, also if it is malformed. Returns `undefined` for an empty text, or one with too many levels. */
function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true })
  } catch {
    // The parser is recursive, so a text with too many levels overflows the stack.
    return undefined
  }
}

export function parseJson(
  text: string,
): { readonly value: unknown } | { readonly value?: never; readonly problem: TextProblem } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const errors: ParseError[] = []
    treeOf(text, errors)
    const [first] = errors
    if (!first) return { problem: { reason: `this is not JSON: ${(error as Error).message}` } }
    const { offset, length } = first
    return {
      problem: {
        reason: reasons[printParseErrorCode(first.error)] ?? 'this is not JSON',
        place: { offset, length },
      },
    }
  }
}

/** Splits a JSON path: `$.user.names[0]` to `['user', 'names', 0]`. */
function segmentsOf(path: string): (string | number)[] {
  return Array.from(
    path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+|"(?:[^"\\]|\\.)*")\]/g),
    ([, name, bracket]) => name ?? (JSON.parse(bracket!) as string | number),
  )
}

function memberOf({ parent }: Node): Node | undefined {
  return parent?.type === 'property' ? parent : undefined
}

/** Returns the place of the value at a JSON path. If it does not exist, returns the name or the start of the nearest value around it. */
function placeOfPath(text: string, path: string): Place | undefined {
  const tree = treeOf(text)
  if (!tree) return undefined
  const segments = segmentsOf(path)
  const wanted = findNodeAtLocation(tree, segments)
  // The place of a member starts with its name, because the name may be what is wrong.
  if (wanted) return memberOf(wanted) ?? wanted
  let nearest: Node | undefined
  do {
    segments.pop()
    nearest = findNodeAtLocation(tree, segments)
  } while (!nearest)
  // A whole object must not be selected, because the next letter would replace it.
  return memberOf(nearest)?.children?.[0] ?? { offset: nearest.offset, length: 1 }
}

/** Returns the place of a problem, or `undefined` if the problem is about the whole text. */
export function placeOf(text: string, { place, path }: TextProblem): Place | undefined {
  return place ?? (path === undefined ? undefined : placeOfPath(text, path))
}

export function lineAndColumn(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}
