import { asReported } from '#shared/messages/message'
import type { PullState } from '#shared/model/model'
import type { OllamaCause, OllamaModel, OllamaState } from '#shared/requests/requests'

const HOST = 'http://127.0.0.1:11434'

export const MODELS: OllamaModel[] = [
  {
    ...{ name: 'qwen3:4b', bytes: 2_620_000_000, parameters: '4.0B', quantization: 'Q4_K_M', isLoaded: true },
    ...{ loadedContext: 8192, contextLength: 40_960, capabilities: ['completion', 'tools', 'thinking'] },
  },
  {
    ...{ name: 'gemma3:4b', bytes: 3_340_000_000, parameters: '4.3B', quantization: 'Q4_K_M', isLoaded: false },
    ...{ contextLength: 131_072, capabilities: ['completion', 'vision'] },
  },
  {
    ...{ name: 'smollm2-tools', bytes: 98_000_000, parameters: '135M', quantization: 'Q4_1', isLoaded: false },
    ...{ contextLength: 8192, capabilities: ['completion', 'tools'] },
  },
  {
    ...{ name: 'nomic-embed-text', bytes: 274_000_000, parameters: '137M', quantization: 'F16', isLoaded: false },
    ...{ contextLength: 2048, capabilities: ['embedding'] },
  },
]

const layer = (name: string, bytes: number, doneBytes: number) => ({
  digest: `sha256:${name.repeat(16)}`,
  bytes,
  doneBytes,
})

export const PULLS: PullState[] = [
  {
    ...{ model: 'llama3.2:3b', state: 'running', step: 'pulling dde5aa3fc5ff', bytes: 2_020_000_000 },
    doneBytes: 812_000_000,
    layers: [layer('dde5', 2_019_000_000, 811_000_000), layer('966d', 1_000_000, 1_000_000)],
  },
  { ...{ model: 'phi4-mini', state: 'stopped', step: '', bytes: 2_500_000_000, doneBytes: 700_000_000 }, layers: [] },
  {
    ...{ model: 'qwen9:4b', state: 'failed', step: '', bytes: 0, doneBytes: 0, layers: [] },
    problem: {
      code: 'MODEL_NOT_PUBLISHED',
      message: asReported('The library has no model qwen9:4b. Search for it at https://ollama.com/library'),
    },
  },
]

const CAUSES: Record<OllamaCause, string> = {
  'not-installed': 'Nothing answers at http://127.0.0.1:11434, and there is no Ollama on this computer.',
  'not-running': 'Nothing answers at http://127.0.0.1:11434. Ollama is installed; this starts it in a terminal:',
  'wrong-port': 'Nothing answers at http://127.0.0.1:11435, and Ollama does at http://127.0.0.1:11434.',
  'wrong-host': 'http://nas.local:11434 cannot be found from here. Correct the address, or look at the network.',
  'other-program': 'What answers at http://127.0.0.1:8080 is not Ollama. Correct the address in Settings.',
  silent: 'http://127.0.0.1:11434 took the question and has not answered for 3 s.',
  failing: 'http://127.0.0.1:11434 answers with an error (502).',
  'needs-consent': 'http://192.168.1.20:11434 is another computer, and what is sent there is not encrypted.',
}

export const STATES: Exclude<OllamaState, { state: 'ready' }>[] = [
  ...Object.entries(CAUSES).map(([cause, message]) => ({
    ...{ state: 'unreachable' as const, host: HOST, message: asReported(message), cause: cause as OllamaCause },
    ...(cause === 'wrong-port' && { foundAt: HOST }),
  })),
  { state: 'no-model', host: HOST, version: '0.17.4', models: [] },
  { state: 'no-model', host: HOST, version: '0.17.4', models: [], others: MODELS.slice(3) },
  {
    ...{ state: 'too-old', host: HOST, version: '0.1.9', models: [] },
    message: asReported('Ollama 0.1.9 is too old: Skillet needs 0.6.0 or newer. Update Ollama.'),
  },
]
