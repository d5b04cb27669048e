import type { ButtonHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { announce, announceError } from '../state/messages.js'
import { getMessage } from '../common/format.js'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'onClick' | 'class'> {
  readonly look?: 'normal' | 'main' | 'danger' | 'quiet'
  /** While its promise is pending, further clicks are ignored. If it fails, the page shows the error. */
  readonly onClick?: () => unknown
}

export function Button({ look = 'normal', onClick, disabled, ...rest }: ButtonProps) {
  const [isBusy, setBusy] = useState(false)

  async function run(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await onClick?.()
    } catch (error) {
      announceError(getMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      {...rest}
      class={`button ${look}`}
      disabled={disabled}
      // A button that is really disabled loses the focus.
      aria-disabled={isBusy || undefined}
      onClick={
        onClick &&
        ((event) => {
          // A button of a form would load the page again.
          event.preventDefault()
          void run()
        })
      }
    />
  )
}

interface CopyButtonProps {
  /** What the button copies, for the message: `token`. */
  readonly what: string
  readonly text: () => string
  readonly label?: string
}

/** Copies a text. Without a secure context, browsers have no clipboard, so the text is copied from a field instead. */
export function CopyButton({ what, text, label = 'Copy' }: CopyButtonProps) {
  async function copy(): Promise<void> {
    if (navigator.clipboard) await navigator.clipboard.writeText(text())
    else if (!copyWithField(text())) throw new Error('The browser does not allow this page to copy.')
    announce(`Copied: ${what}`)
  }
  return (
    <Button look="quiet" onClick={copy}>
      {label}
    </Button>
  )
}

function copyWithField(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  // While a dialog is open, nothing outside of it can have the focus.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  focused?.focus()
  return isCopied
}
