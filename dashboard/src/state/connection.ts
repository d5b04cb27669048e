import { signal } from '@preact/signals'
import { readEvents, type AdminEvent } from '../admin/events.js'
import { announce } from './messages.js'

/** `connecting` before the first connection. `offline` if the server does not answer: the page then tries again. */
export type ConnectionState = 'connecting' | 'live' | 'offline'

export const connection = signal<ConnectionState>('connecting')

/** 0 until the page knows whether the server answers. Increases whenever all data must be read, because events may be missing. */
export const epoch = signal(0)

/**
 * Calls a function whenever all data must be read: now, unless the page is still connecting, and after each increase of
 * `epoch`. Returns a function that ends this.
 */
export function onStale(read: () => Promise<void>): () => void {
  return epoch.subscribe((value) => {
    if (value > 0) void read()
  })
}

const listeners = new Set<(event: AdminEvent) => void>()

export function onEvent(listener: (event: AdminEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function connect(): () => void {
  connection.value = 'connecting'
  return readEvents({
    onOpen() {
      const isAgain = connection.value === 'offline'
      connection.value = 'live'
      epoch.value++
      if (isAgain) announce('Connected again. This page shows the current state of the server.')
    },
    onEvent(event) {
      for (const listener of listeners) listener(event)
    },
    onClose() {
      if (connection.value === 'live') announce('The server does not answer. Trying again …')
      connection.value = 'offline'
      // Without events, the page still shows what it can read.
      if (epoch.value === 0) epoch.value++
    },
  })
}
