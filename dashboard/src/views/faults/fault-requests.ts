import { control, result } from '../../control/client.js'
import { announce } from '../../state/messages.js'
import { space } from '../../state/location.js'
import { describeFault, type ActiveFault, type Fault } from './fault-texts.js'

const FAULTS = '/__conmock/v1/spaces/{space}/faults'

export async function readFaults(name: string): Promise<readonly ActiveFault[]> {
  const { faults } = await result(control.GET(FAULTS, { params: { path: { space: name } } }))
  // The generated types describe the range of a delay as a list of any length.
  return faults as readonly ActiveFault[]
}

/** @throws ControlProblem If the fault is invalid. */
export async function addFault(fault: Fault): Promise<void> {
  await result(control.POST(FAULTS, { params: { path: { space: space.peek() } }, body: fault }))
  announce(`Added: ${describeFault(fault)}`)
}

export async function removeFault(id: string): Promise<void> {
  await result(
    control.DELETE('/__conmock/v1/spaces/{space}/faults/{id}', {
      params: { path: { space: space.peek(), id } },
    }),
  )
}

export async function removeAllFaults(): Promise<void> {
  await result(control.DELETE(FAULTS, { params: { path: { space: space.peek() } } }))
}
