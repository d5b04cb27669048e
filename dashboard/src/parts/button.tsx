import type { ButtonHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { announce, announceError } from '../state/messages.js'
import { messageOf } from '../control/problem.js'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'onClick' | 'class'> {
  /** @default 'normal' */
  readonly look?: 'normal' | 'main' | 'danger' | 'quiet'
  /** While its promise is pending, the button is disabled. If it fails, the page shows the error. */
  readonly onClick?: () => unknown
}

/** A button. */
export function Button({ look = 'normal', onClick, disabled, ...rest }: ButtonProps) {
  const [isBusy, setBusy] = useState(false)

  async function run(): Promise<void> {
    setBusy(true)
    try {
      await onClick?.()
    } catch (error) {
      announceError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      {...rest}
      class={`button ${look}`}
      disabled={disabled || isBusy}
      onClick={onClick && (() => void run())}
    />
  )
}

interface CopyButtonProps {
  /** What the button copies, for the message: `token`. */
  readonly what: string
  readonly text: () => string
  /** @default 'Copy' */
  readonly label?: string
}

/** Copies a text. Without a secure context, browsers have no clipboard, so the text is selected in a field instead. */
export function CopyButton({ what, text, label = 'Copy' }: CopyButtonProps) {
  async function copy(): Promise<void> {
    if (navigator.clipboard) await navigator.clipboard.writeText(text())
    else copyWithField(text())
    announce(`Copied: ${what}`)
  }
  return (
    <Button look="quiet" onClick={copy}>
      {label}
    </Button>
  )
}

function copyWithField(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
