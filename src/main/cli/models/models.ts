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
