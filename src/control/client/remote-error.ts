/**
 * The server cannot be reached, is not conmock, or refuses a request to its control plane. Errors of the library, such as
 * `DataError`, keep their classes.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  /** Status of the response. `undefined` if there was no response. */
  readonly status: number | undefined

  constructor(message: string, status?: number, more?: ErrorOptions) {
    super(message, more)
    this.status = status
  }
}
