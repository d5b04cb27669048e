import { ApiError } from './api'

export function Failure({ error }: { error: unknown }) {
  const forbidden = error instanceof ApiError && error.status === 403
  return <p role="alert">{forbidden ? 'You are not allowed to see this.' : 'Something went wrong.'}</p>
}
