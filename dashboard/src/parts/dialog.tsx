import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog above the page. It has the focus until it is closed. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header class="dialog-header">
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  /** What will happen. */
  readonly children: ComponentChildren
  /** The label of the button, a verb. */
  readonly action: string
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks before something is deleted. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">{children}</div>
      <footer class="dialog-footer">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          onClick={async () => {
            await onConfirm()
            onClose()
          }}
        >
          {action}
        </Button>
      </footer>
    </Dialog>
  )
}
