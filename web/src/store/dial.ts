import type { Socket } from './connection'

const CLOSING = 2
let ahead: WebSocket | null = null

function dial(): WebSocket {
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
}

/** The line that a table will want, while the server lays it and its screen is on its way. */
export function dialAhead(): void {
  if (!ahead || ahead.readyState >= CLOSING) ahead = dial()
}

/** No table came of it. */
export function hangUp(): void {
  ahead?.close()
  ahead = null
}

/** A line to the server: the one that was dialled ahead, or another. */
export function openSocket(): Socket {
  const line = ahead && ahead.readyState < CLOSING ? ahead : dial()
  ahead = null
  return line as unknown as Socket
}
