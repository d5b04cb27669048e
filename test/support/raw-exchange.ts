import { connect } from 'node:net'

/** Sends bytes over a new connection, closes its half, and returns the received data as latin1. */
export function rawExchange({ port }: { readonly port: number }, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (received += text))
    // The server may cut the connection before it has read all bytes. Only the data that it sent before matters.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.end(bytes)
  })
}
