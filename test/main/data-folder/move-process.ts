// Moves the data of a home, and ends as by a power cut at the step of that name, such as `copying 3`.
import { moveData } from '#main/data-folder/move-data'

const [from = '', to = '', pointerFile = '', last = ''] = process.argv.slice(2)
const times = new Map<string, number>()
const told = ({ phase }: { phase: string }): void => {
  const time = (times.get(phase) ?? 0) + 1
  times.set(phase, time)
  if (`${phase} ${time}` === last) process.kill(process.pid, 'SIGKILL')
}
await moveData({ from, to, pointerFile }, { told, signal: new AbortController().signal })
