import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeRequests } from '#main/requests/requests'
import { sweepStore } from '#main/trust/store'
import { type Message, textOf } from '#shared/messages/message'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

/**
 * The data folder of somebody who used version 0.1.0: nine chats, 21 calls, three rules, two installed skills, a
 * picture, an import and a backup. It was made by that version itself, with /home/ada as the home folder.
 */
const ARCHIVE = join(import.meta.dirname, '..', 'fixtures', 'homes', '0.1.0.tar.gz')

export function unpackOldHome(): string {
  const folder = makeTempDir()
  const home = join(folder, 'skillet')
  // Its folders are read-only, and could not be removed with the rest.
  onTestFinished(() => sweepStore(join(home, 'store'), new Set()))
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder])
  return home
}

/** What the person chooses in dialogs of the system. */
interface Choices {
  target?: string
}

/** Opened as by the window, with a scripted Ollama in the place of the one there was. */
export async function openOldHome(choices: Choices = {}) {
  const home = unpackOldHome()
  const ollama = await startFakeOllama()
  const opened = await openTestCore({ home, skills: [], said: { host: ollama.host } })
  onTestFinished(async () => {
    await opened.core.close()
    await ollama.close()
  })
  const window = { confirm: async () => true, chooseTarget: async () => choices.target ?? null }
  const requests = makeRequests(opened.core, window as unknown as Parameters<typeof makeRequests>[1])
  return { ...opened, home, ollama, requests }
}

/** Every file of a folder by its hash, so that any change shows. */
export function hashFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return Object.fromEntries(
    files
      .filter((file) => statSync(file).isFile())
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

/** The value of an answer that must be one. */
export async function read<
  R extends { ok: true; value: unknown } | { ok: false; error: { message: Message | string } },
>(answer: Promise<R>): Promise<Extract<R, { ok: true }>['value']> {
  const said = await answer
  if (!said.ok) throw new Error(textOf(said.error.message))
  return (said as Extract<R, { ok: true }>).value
}
