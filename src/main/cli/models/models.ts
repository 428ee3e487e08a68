import { describeSize } from '#main/cli/doctor/doctor-data'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { alignColumns, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { OllamaModel } from '#shared/requests/requests'
import { openModels } from './models-at.ts'

export async function models(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const ollama = await opened.models.look()
  if (ollama.state === 'unreachable' || ollama.state === 'too-old') {
    const code = ollama.state === 'too-old' ? 'OLLAMA_TOO_OLD' : (ollama.code ?? 'OLLAMA_UNREACHABLE')
    return printError(printer, { code, message: ollama.message })
  }
  const listed = ollama.state === 'ready' ? ollama.models : (ollama.others ?? [])
  const { host, version, isElsewhere = false } = ollama
  printer.json({ host, version, isElsewhere, models: listed })
  if (isElsewhere) printer.aside(`${host} is another computer: prompts leave this one.`)
  if (ollama.state === 'no-model') {
    const lack = listed.length === 0 ? 'Ollama has no model yet.' : 'None of these can chat.'
    printer.aside(`${lack} Fetch one: skillet models pull qwen3:4b`)
  }
  for (const line of alignColumns(listed.map(describeModel), (cell, column) =>
    column === 0 ? printer.paint('bold', cell) : cell,
  )) {
    printer.line(line)
  }
  return EXIT.done
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

export async function modelsShow(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const shown = await opened.models.show(words[0] ?? '')
  if (!shown.ok) return printError(printer, shown.problem)
  const { template, ...facts } = shown.facts
  printer.json({ ...facts, ...(template !== undefined && { template }) })
  const { name, capabilities, contextLength, bytes, parameters, quantization, family } = facts
  const rows = [
    ['name', name],
    ['capabilities', capabilities.join(', ')],
    ['context', `${contextLength} tokens`],
    ['size', `${describeSize(bytes)}, ${parameters} ${quantization}`],
    ['family', family],
  ]
  for (const line of alignColumns(rows.map((row) => row.map(toLine)))) printer.line(line)
  if (!capabilities.includes('tools')) {
    printer.aside('It was not made to call tools; Skillet then asks it step by step, and asks you before each call.')
  }
  return EXIT.done
}

export async function modelsRemove(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const name = words[0] ?? ''
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const removed = await opened.models.remove(name)
  if (!removed.ok) return printError(printer, removed.problem)
  printer.json({ ok: true, removed: name })
  printer.line(`${toLine(name)} is removed`)
  return EXIT.done
}
