import type { ComponentChildren } from 'preact'
import { Status } from '../../parts/badges.js'
import { ResponseBody, ResponseHeaders } from '../../parts/response.js'
import { Text } from '../../parts/text.js'
import { linkTo } from '../../state/location.js'
import { durationText } from '../../common/format.js'
import type { Exchange } from './api-request.js'

interface ShownResponseProps {
  readonly exchange: Exchange
  readonly children: ComponentChildren
}

export function ShownResponse({ exchange, children }: ShownResponseProps) {
  const { response, problem, durationMs, body } = exchange
  return (
    <>
      <p class="toolbar" role="status">
        <Status of={response?.status ?? 0} />
        <span>{durationText(durationMs)}</span>
        <a href={linkTo('requests')}>See it in Requests</a>
      </p>
      {problem !== undefined && (
        <p class="note failed" role="alert">
          <Text of={problem} max={500} />
        </p>
      )}
      {children}
      <ResponseBody body={body} />
      {response && <ResponseHeaders headers={response.headers} isOpen />}
    </>
  )
}
