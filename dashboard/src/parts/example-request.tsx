import { formatCurl } from '../common/curl.js'
import { serverUrl } from '../common/place.js'
import { api, exampleOperation } from '../state/api.js'
import { sandbox } from '../state/location.js'
import { CopyButton } from './button.js'
import { Empty } from './page.js'

/** Says how to send a first request to the selected sandbox. */
export function ExampleRequest({ title, app }: { readonly title: string; readonly app: string }) {
  const { value: name } = sandbox
  const { path, method, id: operation } = exampleOperation.value
  const request = { path, query: {}, method, operation }
  const curl = formatCurl(api.value, { ...request, token: 'mock-all-scopes', sandbox: name })
  const base = name === 'default' ? serverUrl : `${serverUrl}/~${name}`
  const env = `API_URL=${base}\nAPI_TOKEN=mock-all-scopes`
  return (
    <Empty title={title}>
      <p>
        This server answers for the {api.value.title}, and for operations that your team adds. {app} it, for
        example with a file .env:
      </p>
      <pre class="code">{env}</pre>
      <CopyButton what="variables" label="Copy the variables" text={() => env} />
      <p>Or send a request:</p>
      <pre class="code">{curl}</pre>
      <CopyButton what="curl command" label="Copy as curl" text={() => curl} />
    </Empty>
  )
}
