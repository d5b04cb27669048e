import { signal } from '@preact/signals'

interface Message {
  readonly text: string
  readonly kind: 'info' | 'error'
}

const MS_SHOWN = 5000

/** Only the newest message, because more of them would cover the page. */
export const message = signal<Message | undefined>(undefined)

export function dismiss(): void {
  message.value = undefined
}

export function announce(text: string): void {
  const shown: Message = { text, kind: 'info' }
  message.value = shown
  setTimeout(() => {
    if (message.value === shown) dismiss()
  }, MS_SHOWN)
}

/** Shows an error. It stays until the user dismisses it, or there is a newer message. */
export function announceError(text: string): void {
  message.value = { text, kind: 'error' }
}
