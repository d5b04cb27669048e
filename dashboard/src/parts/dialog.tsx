import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
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
  const latest = useRef(onClose)
  latest.current = onClose
  // The cleanup of `useEffect` would only run when the dialog is no longer on the page.
  useLayoutEffect(() => {
    const element = dialog.current!
    const close = () => latest.current()
    element.addEventListener('close', close)
    element.showModal()
    return () => {
      element.removeEventListener('close', close)
      // Gives the focus back to the element that had it.
      element.close()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <header class="dialog-header spread">
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps extends DialogProps {
  readonly action: string
  readonly cancel?: string
  readonly onConfirm: () => unknown
}

export function Confirm({ title, children, action, cancel = 'Cancel', onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">{children}</div>
      <footer class="dialog-footer actions">
        <Button onClick={onClose}>{cancel}</Button>
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
