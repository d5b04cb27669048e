import { control, result, type Schemas } from '../control/client.js'
import { useResource, type Resource } from './resource.js'

const LEDGER = '/__conmock/v1/spaces/{space}/ledger'

/**
 * The ledger of the selected space, which changes with each response.
 *
 * @param options.pause Minimum time between two requests, in milliseconds.
 */
export function useLedger({ pause }: { readonly pause: number }): Resource<Schemas['Ledger']> {
  return useResource('ledger', (name) => result(control.GET(LEDGER, { params: { path: { space: name } } })), {
    changes: ['responses'],
    pause,
  })
}
