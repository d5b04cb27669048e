import type { ApiRequest } from '../api/answer.js'
import { isObject } from '../common/plain-object.js'

/** Reads the body of a request. Resolves to `undefined` if it is longer than `maxBytes`. */
export async function readBody({ body }: Pick<Body, 'body'>, maxBytes: number): Promise<Blob | undefined> {
  if (!body) return new Blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    length += value.length
    if (length > maxBytes) {
      // Not awaited: if the request was cloned, `cancel` waits until the other copy is read or canceled, too.
      void reader.cancel().catch(() => undefined)
      return undefined
    }
    parts.push(value)
  }
}

/** Whether a value is a `Request`. Checks its members, because a request of another realm has another class. */
export function isRequest(input: unknown): input is Request {
  return isObject(input) && ['method', 'url', 'headers', 'signal'].every((name) => name in input)
}

/** Converts a `Request` to the form that adapters pass. */
export function toApiRequest(request: Request): ApiRequest {
  const { method, url, headers, signal } = request
  const text = async (maxBytes: number) => {
    const body = await readBody(request, maxBytes).catch(() => undefined)
    return body?.text()
  }
  return { method, url, headers, signal, text }
}
