import type { ComponentChildren } from 'preact'
import { Text } from './text.js'

function getLook(status: number): string {
  if (status === 0) return 'none'
  return ['none', 'none', 'good', 'redirect', 'refused', 'failed'][Math.floor(status / 100)] ?? 'none'
}

/** The status of a response. 0 means that there was no response. */
export function Status({ of }: { readonly of: number }) {
  return <span class={`status ${getLook(of)}`}>{of === 0 ? 'none' : of}</span>
}

export function Tag({
  children,
  look = '',
}: {
  readonly children: ComponentChildren
  readonly look?: string
}) {
  return <span class={`tag ${look}`}>{children}</span>
}

/** Who says that something exists, if the API specification does not. */
export function Origin({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return null
  return (
    <>
      {' '}
      <Tag>
        <Text of={of} max={30} />
      </Tag>
    </>
  )
}
