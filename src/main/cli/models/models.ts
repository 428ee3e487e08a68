import { askPerson } from '#main/cli/ask-person'
import { describeSize } from '#main/cli/doctor/doctor'
import { EXIT, type ExitCode, exitOf, fail } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { withRecord } from '#main/cli/open'
import { alignColumns, noteError, toLine } from '#main/cli/print'
import { isOllamaInstalled, type Models, makeModels } from '#main/models/models'
import { readHost } from '#main/models/ollama/host'
import { sanitizePath } from '#main/runners/process/search-path'
import type { Tick } from '#shared/facts'
import type { PullState } from '#shared/model/model'
import type { OllamaModel } from '#shared/requests/requests'
import { foldSettings } from '#shared/settings/settings'

/** Ollama at the address on the line, else in the settings, else in the environment. */
async function openModels(invocation: Invocation, tick: (tick: Tick) => void = () => undefined): Promise<Models> {
  const { options, env, printer, signal } = invocation
  const facts = await withRecord(invocation, async (ledger) => ledger?.read({ types: ['setting.changed'] }))
  const settings = foldSettings(facts ?? [])
  const read = readHost(options.host || settings.host || env.OLLAMA_HOST)
  if (!read.ok) return fail('USAGE', read.message)
  const { host } = read
  const plainHosts = [...settings.plainHosts]
  const models = makeModels({
    host: () => host,
    plainHosts: () => plainHosts,
    tick,
    isInstalled: async () => isOllamaInstalled(await sanitizePath(env.PATH ?? '', [])),
  })
  const obstacle = models.obstacle()
  if (!obstacle) return models
  const question = `Talk to ${host}, another computer, without encryption?`
  const isAllowed = options.yes || (printer.isInteractive && (await askPerson(question, invocation, signal)))
  if (!isAllowed) fail(obstacle.code, obstacle.message)
  plainHosts.push(host)
  return models
}

export async function models(invocation: Invocation): Promise<Output> {
  const { printer } = invocation
  const ollama = await (await openModels(invocation)).look()
  if (ollama.state === 'unreachable') return fail(ollama.code ?? 'OLLAMA_UNREACHABLE', ollama.message)
  if (ollama.state === 'too-old') return fail('OLLAMA_TOO_OLD', ollama.message)
  const listed = ollama.state === 'ready' ? ollama.models : (ollama.others ?? [])
  const { host, version, isElsewhere = false } = ollama
  if (isElsewhere) printer.aside(`${host} is another computer: prompts leave this one.`)
  if (ollama.state === 'no-model') {
    const lack = listed.length === 0 ? 'Ollama has no model yet.' : 'None of these can chat.'
    printer.aside(`${lack} Download one: skillet models pull qwen3:4b`)
  }
  const paint = (cell: string, column: number) => (column === 0 ? printer.paint('bold', cell) : cell)
  return {
    json: { host, version, isElsewhere, models: listed },
    lines: alignColumns(listed.map(describeModel), paint),
  }
}

function describeModel(model: OllamaModel): string[] {
  const { name, bytes, parameters, quantization, contextLength, loadedContext, isLoaded, capabilities } = model
  return [
    toLine(name),
    describeSize(bytes),
    toLine(`${parameters} ${quantization}`.trim()),
    contextLength === undefined ? '' : `context ${contextLength}`,
    toLine(capabilities?.join(', ') ?? ''),
    isLoaded ? `loaded${loadedContext === undefined ? '' : ` with ${loadedContext}`}` : '',
  ]
}

export async function modelsShow(invocation: Invocation): Promise<Output> {
  const { printer, words } = invocation
  const shown = await (await openModels(invocation)).show(words[0] ?? '')
  if (!shown.ok) return fail(shown.problem.code, shown.problem.message)
  const { template, ...facts } = shown.facts
  const { name, capabilities, contextLength, bytes, parameters, quantization, family } = facts
  const rows = [
    ['name', name],
    ['capabilities', capabilities.join(', ')],
    ['context', `${contextLength} tokens`],
    ['size', `${describeSize(bytes)}, ${parameters} ${quantization}`],
    ['family', family],
  ]
  if (!capabilities.includes('tools')) {
    printer.aside('It was not made to call tools; Skillet then asks it step by step, and asks you before each call.')
  }
  return {
    json: { ...facts, ...(template !== undefined && { template }) },
    lines: alignColumns(rows.map((row) => row.map(toLine))),
  }
}

export async function modelsPull(invocation: Invocation): Promise<ExitCode> {
  const { printer, words, signal } = invocation
  const name = words[0] ?? ''
  let shown = ''
  const models = await openModels(invocation, (tick) => {
    if (tick.tick !== 'pull') return
    const { tick: _kind, chat, ...state } = tick
    printer.json(state)
    const line = describeProgress(state)
    if (state.state === 'running' && line !== shown) printer.aside(line)
    shown = line
  })
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
  if (ended?.state === 'stopped') printer.note('stopped; download it again to resume')
  return ended?.problem ? exitOf(ended.problem.code) : EXIT.interrupted
}

/** In whole percent, so that a line is printed once. */
function describeProgress({ step, bytes, doneBytes }: PullState): string {
  if (bytes === 0) return toLine(step)
  const percent = Math.floor((doneBytes / bytes) * 100)
  return `${String(percent).padStart(3)} % of ${describeSize(bytes)}  ${toLine(step)}`
}

export async function modelsRemove(invocation: Invocation): Promise<Output> {
  const [name = ''] = invocation.words
  const removed = await (await openModels(invocation)).remove(name)
  if (!removed.ok) return fail(removed.problem.code, removed.problem.message)
  return { json: { ok: true, removed: name }, lines: [`${toLine(name)} is removed`] }
}
