import type { Machine } from '#main/calls/machine'
import { readHost } from '#main/models/ollama/host'
import { listModels } from '#main/models/ollama/models'
import { textOf } from '#shared/messages/message'
import type { Finding } from './doctor.ts'

export function checkNode(): Finding {
  return {
    name: 'Node',
    state: 'ok',
    found: `${process.versions.node} on ${process.platform} ${process.arch}`,
    remedy: '',
  }
}

/** Ollama, and what it has; without it no model answers, while check, plan, run and log work. */
export async function checkOllama(said: string | undefined): Promise<Finding[]> {
  const read = readHost(said)
  if (!read.ok) {
    return [
      {
        name: 'Ollama',
        state: 'missing',
        found: read.message,
        remedy: 'Correct the address in the settings, or OLLAMA_HOST.',
      },
    ]
  }
  const ollama = await listModels(read.host)
  if (ollama.state === 'unreachable') {
    const remedy = 'Not installed yet? https://ollama.com/download'
    return [{ name: 'Ollama', state: 'missing', found: textOf(ollama.message), remedy }]
  }
  if (ollama.state === 'too-old') {
    const remedy = 'Update it: https://ollama.com/download'
    return [{ name: 'Ollama', state: 'missing', found: textOf(ollama.message), remedy }]
  }
  const { version, host, models } = ollama
  const reached: Finding = { name: 'Ollama', state: 'ok', found: `${version} at ${host}`, remedy: '' }
  if (ollama.state === 'no-model') {
    return [
      reached,
      { name: 'models', state: 'missing', found: 'there is none', remedy: 'Fetch one: ollama pull qwen3:4b' },
    ]
  }
  const names = models.map(({ name, parameters }) => (parameters === '' ? name : `${name} (${parameters})`))
  return [reached, { name: 'models', state: 'ok', found: names.join(', '), remedy: '' }]
}

export function checkDisplay(env: NodeJS.ProcessEnv, platform = process.platform): Finding {
  if (platform !== 'linux') return { name: 'display', state: 'ok', found: platform, remedy: '' }
  const display = env.WAYLAND_DISPLAY || env.DISPLAY
  if (display) return { name: 'display', state: 'ok', found: display, remedy: '' }
  const remedy = 'The window needs one; this command line does not.'
  return { name: 'display', state: 'missing', found: 'DISPLAY and WAYLAND_DISPLAY are not set', remedy }
}

/** Says what holds for runs now, not only what is installed. */
export function checkSandbox({ sandbox }: Machine, platform = process.platform): Finding {
  const { word, reason } = sandbox
  const asked =
    word === 'none' ? 'commands run without a sandbox, so each is asked about' : `commands run in it (${word})`
  const remedy =
    /not installed/.test(reason) && platform === 'linux' ? 'On Debian or Ubuntu: sudo apt-get install bubblewrap' : ''
  return { name: 'sandbox', state: word === 'enforced' ? 'ok' : 'warning', found: `${reason}; ${asked}`, remedy }
}
