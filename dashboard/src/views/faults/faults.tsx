import { useState } from 'preact/hooks'
import type { ActiveFault } from '../../../../src/mock/faults.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Select } from '../../parts/field.js'
import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { api, exampleOperation, labelOf } from '../../state/api.js'
import { currentMock, useResource } from '../../state/resource.js'
import { useSettings } from '../../state/settings.js'
import { FaultForm } from './fault-form.js'
import { describeFault, describeUse, isUsedUp, OPTION, formatOption } from './fault-texts.js'

/** The name of an operation, or `all`. */
type Target = string

/** The name of an operation of the API, with its method and path. Custom operations are called by these. */
function describeTarget(name: string): string {
  const { operations, tokenEndpoint } = api.value
  if (name === 'token' && tokenEndpoint) return `token: POST ${tokenEndpoint.path}`
  const operation = operations.find(({ id }) => id === name)
  return operation ? labelOf(operation) : name
}

function FaultRow({ fault }: { readonly fault: ActiveFault }) {
  const sentence = describeFault(fault)
  const remove = fault.effect.hold ? 'Release' : 'Remove'
  return (
    <li class={`active-fault spread${isUsedUp(fault) ? ' used-up' : ''}`}>
      <div>
        <p>{sentence}</p>
        <code>{formatOption(fault)}</code>
        <p class="hint">{describeUse(fault)}</p>
      </div>
      <div class="actions">
        <CopyButton what={OPTION} label={`Copy ${OPTION}`} text={() => formatOption(fault)} />
        <Button aria-label={`${remove}: ${sentence}`} onClick={() => currentMock().faults.remove(fault.id)}>
          {remove}
        </Button>
      </div>
    </li>
  )
}

export function Faults() {
  const { data, error, reload } = useResource('faults', (mock) => mock.faults.all, {
    changes: ['faults', 'responses'],
  })
  const { data: settings } = useSettings()
  const { data: known = [] } = useResource('operations', (mock) => mock.faults.operations, {
    changes: ['faults'],
  })
  const [selected, setSelected] = useState<Target>('all')
  const hasTokens = settings?.['token.endpoint'] === 'on'
  const targets: readonly { readonly value: Target; readonly label: string }[] = [
    { value: 'all', label: 'All operations' },
    ...known
      .filter((value) => value !== 'token' || hasTokens)
      .map((value) => ({ value, label: describeTarget(value) })),
  ]
  // The endpoint may have been turned off meanwhile.
  const target = selected === 'token' && !hasTokens ? 'all' : selected
  const active = data?.filter((fault) => !isUsedUp(fault)) ?? []
  const usedUp = data?.filter(isUsedUp) ?? []
  const count = active.length
  const isCounted = data?.some(({ when }) => when !== undefined)

  return (
    <Page
      title="Faults"
      about={
        <>
          A fault makes responses fail on purpose, so that you can test how your app handles errors. For
          example, the next request to <code>{exampleOperation.value.id}</code> gets 500.
        </>
      }
    >
      <div class="columns">
        <section class="column" aria-labelledby="new-fault">
          <div class="spread">
            <h2 id="new-fault">Add a fault</h2>
            <Select label="For" value={target} options={targets} onChange={setSelected} />
          </div>
          <FaultForm operation={target === 'all' ? undefined : target} />
        </section>

        <section class="column" aria-labelledby="active-faults">
          <div class="spread">
            <h2 id="active-faults" data-heading tabIndex={-1}>
              Active faults{data && count > 0 ? ` (${count})` : ''}
            </h2>
            {data && data.length > 1 && (
              <Button onClick={() => currentMock().faults.clear()}>Remove all faults</Button>
            )}
          </div>
          {error && <Failed error={error} reload={reload} />}
          {!data && !error && <Loading />}
          {data && count === 0 && (
            <Empty title="No faults: every request gets its normal response">
              <p>Click one of the buttons under “Add a fault”, then send a request.</p>
            </Empty>
          )}
          {data && count > 0 && (
            <ul class="plain box" aria-labelledby="active-faults">
              {active.map((fault) => (
                <FaultRow key={fault.id} fault={fault} />
              ))}
            </ul>
          )}
          {usedUp.length > 0 && (
            <>
              <h3 id="used-up-faults">Used up: no effect on later responses</h3>
              <ul class="plain box" aria-labelledby="used-up-faults">
                {usedUp.map((fault) => (
                  <FaultRow key={fault.id} fault={fault} />
                ))}
              </ul>
            </>
          )}
          {isCounted && (
            <p class="hint">A fault counts the requests to each operation from when it is added.</p>
          )}
          {data && data.length > 1 && (
            <p class="hint">
              If several faults match a request, the first effect and the longest delay are used.
            </p>
          )}
        </section>
      </div>
    </Page>
  )
}
