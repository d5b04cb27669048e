import { control, result } from '../../admin/client.js'
import { announce } from '../../state/messages.js'
import { sandbox } from '../../state/location.js'
import { describeFault, type ActiveFault, type Fault } from './fault-texts.js'

const FAULTS = '/__conmock/v1/sandboxes/{sandbox}/faults'

export async function readFaults(name: string): Promise<readonly ActiveFault[]> {
  const { faults } = await result(control.GET(FAULTS, { params: { path: { sandbox: name } } }))
  // The generated types describe the range of a delay as a list of any length.
  return faults as readonly ActiveFault[]
}

/** @throws AdminProblem If the fault is invalid. */
export async function addFault(fault: Fault): Promise<void> {
  await result(control.POST(FAULTS, { params: { path: { sandbox: sandbox.peek() } }, body: fault }))
  announce(`Added: ${describeFault(fault)}`)
}

export async function removeFault(id: string): Promise<void> {
  await result(
    control.DELETE('/__conmock/v1/sandboxes/{sandbox}/faults/{id}', {
      params: { path: { sandbox: sandbox.peek(), id } },
    }),
  )
}

export async function removeAllFaults(): Promise<void> {
  await result(control.DELETE(FAULTS, { params: { path: { sandbox: sandbox.peek() } } }))
}
