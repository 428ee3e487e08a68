import type { ChildProcess } from 'node:child_process'
import { Server, type Socket } from 'node:net'
import type { Message } from '#shared/messages/message'

/** The only way out of a sandbox without a network. */
export interface Gate {
  /** Serves a connection of the confined program; null if it gets none. */
  connect: ((socket: Socket) => void) | null
  /** Why connections were refused; the program does not report that itself. */
  refused(): Message[]
  /** Called when the sandbox has ended. */
  end?(): void
}

export interface TendedGate {
  /** bubblewrap found the program but the kernel could not start it. */
  isLost(): boolean
  /** Resolves when nothing more comes from it. */
  closed: Promise<void>
}

/** Lets the program start once the gate is there, and serves its connections. */
export function tendGate(child: ChildProcess, { connect }: Pick<Gate, 'connect'>): TendedGate {
  let isLost = false
  child.on('message', (said, door) => {
    if (said === 'lost') isLost = true
    // Accepting the socket is an answer by itself.
    else if (!(door instanceof Server)) child.send('go', () => {})
    else {
      child.once('exit', () => door.close())
      if (connect) door.on('connection', connect)
    }
  })
  const closed = child.connected
    ? new Promise<void>((resolve) => child.once('disconnect', () => resolve()))
    : Promise.resolve()
  return { isLost: () => isLost, closed }
}
