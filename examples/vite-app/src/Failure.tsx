import { ApiError } from './api'

const titles: Record<number, string> = {
  0: 'The service cannot be reached',
  401: 'This access token is not accepted',
  403: 'This access token may not read this',
  404: 'No such volunteer',
  429: 'Too many requests: try again in a moment',
}

/** Shows our own message, then the message of the service. */
export function Failure({ error }: { error: unknown }) {
  const { status, detail } = error instanceof ApiError ? error : { status: -1, detail: String(error) }
  return (
    <div className="failure" role="alert">
      <strong>{titles[status] ?? 'Something went wrong'}</strong>
      {detail && <p>{detail}</p>}
      {status > 0 && <small>Status {status}</small>}
    </div>
  )
}
