/** An element of an XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: XmlElement[]
  /** The text of the element, without that of its children. */
  text: string
}

const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u
const token = /<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replaceAll(/&(?:(\w+);|#(\d+);|#x([\da-fA-F]+);)?/g, (reference, name, decimal, hex) => {
    if (name !== undefined && Object.hasOwn(entities, name as string)) return entities[name as string]!
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    const character = Number.isNaN(code) ? '\0' : String.fromCodePoint(code)
    if (forbidden.test(character)) throw new Error(`an invalid reference: ${reference}`)
    return character
  })
}

function attributesIn(text: string): { [name: string]: string } {
  const pairs = Array.from(text.matchAll(/([\w.-]+)="([^"]*)"/g), ([, name = '', value = '']) => {
    // XML parsers replace these characters by spaces, unless they are written as references.
    return [name, decode(value.replaceAll(/[\t\r\n]/g, ' '))] as const
  })
  const attributes = Object.fromEntries(pairs)
  if (Object.keys(attributes).length < pairs.length) throw new Error(`an attribute twice: ${text}`)
  return attributes
}

/**
 * Parses an XML document, and throws if it is not well-formed. Supports only elements, attributes and text, but neither
 * comments nor CDATA, because reports need no more.
 *
 * @returns The root element.
 */
export function parseXml(document: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!document.startsWith(declaration)) throw new Error('it does not begin with an XML declaration')
  const odd = forbidden.exec(document)
  if (odd) throw new Error(`a character that XML forbids at ${odd.index}`)
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = declaration.length
  while (token.lastIndex < document.length) {
    const at = token.lastIndex
    const match = token.exec(document)
    if (!match) throw new Error(`not XML: ${document.slice(at, at + 80)}`)
    const [, closed, name, attributes = '', empty, text] = match
    const parent = open.at(-1)!
    if (closed !== undefined) {
      if (open.length === 1 || open.pop()!.name !== closed) throw new Error(`</${closed}> closes nothing`)
    } else if (name !== undefined) {
      const element = { name, attributes: attributesIn(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty === '') open.push(element)
    } else if (text !== undefined) {
      if (text.includes(']]>') || (parent === top && text.trim() !== ''))
        throw new Error(`misplaced: ${text}`)
      parent.text += decode(text)
    }
  }
  const [root, ...others] = top.children
  if (!root || others.length > 0 || open.length > 1) throw new Error('not one element that is closed')
  return root
}

/** All descendants with this name, in document order. */
export function elementsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsOf(child, name),
  ])
}
