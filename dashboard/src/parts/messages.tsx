import { dismiss, message } from '../state/messages.js'
import { Button } from './button.js'
import { Text } from './text.js'

export function Messages() {
  return (
    <div role="status" aria-live="polite">
      {message.value && (
        <div class={`message spread ${message.value.kind}`}>
          <p>
            <Text of={message.value.text} max={2000} />
          </p>
          <Button look="quiet" aria-label="Dismiss" onClick={dismiss}>
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}
