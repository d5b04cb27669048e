/** Formats a number with commas between thousands. */
export function numberText(value: number): string {
  return value.toLocaleString('en')
}
