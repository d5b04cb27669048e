/** Shows a text of conmock itself, such as a question of an assumption. Parts in backticks are code. */
export function CodeText({ of }: { readonly of: string }) {
  // The parts of a text never change their places.
  // oxlint-disable-next-line react/no-array-index-key
  return <>{of.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
}
