import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.ts'

interface OllamaScript {
  ensureOllama(): void
  registerModels(host: string, withLarge?: boolean): string[]
  startOllama(port?: number, log?: (line: string) => void): Promise<{ host: string; stop(): void }>
}

/** Builds and starts a real Ollama. */
export const loadOllama = (): Promise<OllamaScript> => import(pathToFileURL(join(root, 'scripts', 'ollama.mjs')).href)

/** What the server's log says of a request: its tokens, and how many of them it had to read. */
export interface Reading {
  prompt: number
  read: number
}

export function readLogLine(line: string): Reading | null {
  const [, prompt, read] = /loading cache slot.* prompt=(\d+) .*remaining=(\d+)/.exec(line) ?? []
  return prompt && read ? { prompt: Number(prompt), read: Number(read) } : null
}
