/** The example in a body of matchers: the response that the consumer's own test receives. */
export function exampleIn(template: unknown): unknown {
  if (Array.isArray(template)) return template.map(exampleIn)
  if (typeof template !== 'object' || template === null) return template
  if ('variants' in template) return exampleIn(template.variants)
  if ('pact:matcher:type' in template) return exampleIn((template as { value?: unknown }).value)
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, exampleIn(part)]))
}
