import { dismiss, messages } from '../state/messages.js'
import { Button } from './button.js'
import { Text } from './text.js'

export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map(({ id, text, kind }) => (
        <div key={id} class={`message spread ${kind}`}>
          <p>
            <Text of={text} max={2000} />
          </p>
          <Button look="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  )
}
