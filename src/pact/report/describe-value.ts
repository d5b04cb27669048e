/** Describes the type and the length of a value, without the value. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `list of ${value.length}`
  if (typeof value === 'string') return `text of ${counted(value.length, 'character')}`
  if (typeof value === 'object') return `object with ${counted(Object.keys(value).length, 'member')}`
  return typeof value === 'boolean' ? 'true or false' : typeof value
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
