import { hash } from 'node:crypto'
import { holderOf } from '#main/calls/callable'
import type { KeyStore } from '#main/secrets/key-store'
import type { McpServer } from '#shared/skill/mcp-server'
import { listenForCallback } from './listen-for-callback.ts'
import type { SignInPorts, SignInRecord } from './sign-in.ts'

const LONGEST_SIGN_IN_MS = 5 * 60_000

/** Opens an address in the person's browser; false if that is impossible. */
export type OpenBrowser = (url: string) => Promise<boolean>

/** Uses an earlier sign-in; null if there was none, and then nothing is registered either. */
export const recallFrom =
  (secrets: KeyStore) =>
  async (server: McpServer): Promise<SignInPorts | null> => {
    const kept = keepIn(secrets, server)
    const record = await kept.read()
    if (!record || Object.keys(record.tokens).length === 0) return null
    return { ...kept, redirectUrl: 'http://127.0.0.1/callback', authorize: async () => null }
  }

/** Lets the person sign in with their browser while `use` runs. */
export async function withSignIn<T>(
  server: McpServer,
  secrets: KeyStore,
  openBrowser: OpenBrowser,
  use: (ports: SignInPorts) => Promise<T>,
): Promise<T> {
  const callback = await listenForCallback()
  const kept = keepIn(secrets, server)
  // A client is registered for one callback address, and the port changes each time.
  const record = await kept.read()
  if (record) await kept.write({ ...record, clients: {} })
  const authorize: SignInPorts['authorize'] = async (url) =>
    (await openBrowser(url.href)) ? callback.answer(LONGEST_SIGN_IN_MS) : null
  try {
    return await use({ ...kept, redirectUrl: callback.url, authorize })
  } finally {
    callback.close()
  }
}

/** Stored among the person's secrets, where deleting it signs out. */
function keepIn(secrets: KeyStore, server: McpServer): Pick<SignInPorts, 'read' | 'write'> {
  const holder = holderOf(server)
  // A person finds it by the server's name; another address is another sign-in.
  const spec = hash('sha256', `${holder.name} ${holder.spec}`).slice(0, 16)
  const name = `sign-in.${server.name.slice(0, 32)}.${spec}`
  return {
    read: async () => {
      const text = await secrets.use(name, holder)
      return text === null ? null : (JSON.parse(text) as SignInRecord)
    },
    write: async (record) => {
      const problem = await secrets.set(name, JSON.stringify(record))
      if (!problem) await secrets.grant(name, holder)
    },
  }
}
