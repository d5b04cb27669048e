import { signal } from '@preact/signals'

interface Message {
  readonly id: number
  readonly text: string
  readonly kind: 'info' | 'error'
}

const MS_SHOWN = 5000

export const messages = signal<readonly Message[]>([])

let last = 0

export function dismiss(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id)
}

function show(text: string, kind: Message['kind']): void {
  const id = ++last
  messages.value = [
    ...messages.value.filter((message) => message.text !== text).slice(-2),
    { id, text, kind },
  ]
  // An error stays until the user has read it.
  if (kind === 'info') setTimeout(() => dismiss(id), MS_SHOWN)
}

export function announce(text: string): void {
  show(text, 'info')
}

export function announceError(text: string): void {
  show(text, 'error')
}
