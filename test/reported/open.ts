import type { ExtendedMock } from '../../src/convention/extended-types.js'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { extendedConvention } from '../../src/convention/extended.js'
import { reportedApi, type ReportedApi } from '../../src/reported.js'
import type { MockOptions } from '../../src/index.js'
import { inProcess, type Transport } from '../conformance/transports.js'
import { createValidators } from '../support/json-schema.js'

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly body: never
}

/** Sends `GET users/1`, with a JSON body if there is one. */
type Send = (request: string, body?: unknown, token?: string) => Promise<Received>

type Document = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        { responses: Record<string, { content?: { 'application/json': { schema: { $ref?: string } } } }> }
      >
    >
  >
>

const document = createOpenApiDocument(await extendedConvention(reportedApi))
const validatorOf = createValidators((document['components'] as unknown as { schemas: object }).schemas)

/** @throws Error If the OpenAPI document does not have the response of an operation. */
function checkDocumented(operation: string, status: number, body: unknown): void {
  const described = Object.values(document['paths'] as unknown as Document)
    .flatMap((methods) => Object.values(methods))
    .find((each) => (each as object as { operationId: string }).operationId === operation)
  const response = described?.responses[String(status)]
  if (!response) throw new Error(`the OpenAPI document has no ${status} of ${operation}`)
  const reference = response.content?.['application/json'].schema.$ref
  if (reference !== undefined && body !== undefined) validatorOf(reference).parse(body)
}

/** Opens a mock with the reported operations. Each response must be one of the OpenAPI document. */
export async function openReported(options: MockOptions = {}, transport: Transport = inProcess) {
  const connection = await transport.open({ ...options, extend: reportedApi } as MockOptions)
  const mock = connection.mock as object as ExtendedMock<ReportedApi>
  const send: Send = async (request, sent, token = 'mock-all-scopes') => {
    const [method = '', path = ''] = request.split(' ')
    const response = await connection.fetch(`/api/v0/${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    const text = await response.text()
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    const { operation } = mock.requests.last() ?? {}
    if (operation !== undefined && response.ok) checkDocumented(operation, response.status, body)
    return { status: response.status, headers: response.headers, body: body as never }
  }
  return { mock, send, close: connection.close }
}
