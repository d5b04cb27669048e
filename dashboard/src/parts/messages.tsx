import { dismiss, messages } from '../state/messages.js'
import { Button } from './button.js'

/** The messages in the corner of the page. Screen readers read them. */
export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map(({ id, text, kind }) => (
        <div key={id} class={`message ${kind}`}>
          <p>{text}</p>
          <Button look="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  )
}
