import { describeSize } from '#main/cli/doctor/doctor-data'
import { EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { noteError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { PullState } from '#shared/model/model'
import { openModels } from './models-at.ts'

/** Downloads a model and prints its progress. Stopping loses nothing. */
export async function modelsPull(invocation: Invocation): Promise<ExitCode> {
  const { printer, words, signal } = invocation
  const name = words[0] ?? ''
  let shown = ''
  const opened = await openModels(invocation, (tick) => {
    if (tick.tick !== 'pull') return
    const { tick: _kind, chat, ...state } = tick
    printer.json(state)
    const line = describeProgress(state)
    if (state.state === 'running' && line !== shown) printer.aside(line)
    shown = line
  })
  if (!opened.ok) return opened.code
  const { models } = opened
  models.pulls.begin(name)
  const stop = () => void models.pulls.stop(name)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const ended = await models.pulls.ended(name)
  signal.removeEventListener('abort', stop)
  if (ended?.state === 'done') {
    printer.line(`${toLine(name)} is here`)
    return EXIT.done
  }
  if (ended?.problem) noteError(printer, ended.problem)
  if (ended?.state === 'stopped') printer.note('left; fetched again, it goes on where it was')
  return ended?.problem ? exitOf(ended.problem.code) : EXIT.interrupted
}

/** In whole percent, so that a line is printed once. */
function describeProgress({ step, bytes, doneBytes }: PullState): string {
  if (bytes === 0) return toLine(step)
  const percent = Math.floor((doneBytes / bytes) * 100)
  return `${String(percent).padStart(3)} % of ${describeSize(bytes)}  ${toLine(step)}`
}
