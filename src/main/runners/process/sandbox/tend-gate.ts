import type { ChildProcess } from 'node:child_process'
import { Server, type Socket } from 'node:net'

/** What stands at the only way out of a sandbox without a network. */
export interface Gate {
  /** Serves a connection of the confined program; null where it gets none. */
  connect: ((socket: Socket) => void) | null
  /** The sandbox is gone. */
  end?(): void
}

export interface TendedGate {
  /** The program could not be started: bubblewrap found it, and the kernel did not. */
  isLost(): boolean
  /** Nothing more comes from it. */
  closed: Promise<void>
}

/** Lets the program start once the gate is there, and serves what connects to it. */
export function tendGate(child: ChildProcess, { connect }: Gate): TendedGate {
  let isLost = false
  child.on('message', (said, door) => {
    if (said === 'lost') isLost = true
    // Taking the door is an answer by itself.
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
