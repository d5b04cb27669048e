import { connect } from 'node:net'

/** What comes back, a character a byte, when these bytes are all that a client ever sends. */
export function rawExchange({ port }: { readonly port: number }, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (received += text))
    // The server may cut the connection off before it has taken all bytes; what counts is what it said before.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.end(bytes)
  })
}
