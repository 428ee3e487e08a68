import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  OAuthClientInformationContext,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { holderOf } from '#main/calls/callable'
import type { KeyStore } from '#main/secrets/key-store'
import { message } from '#shared/messages/message'
import type { McpServer } from '#shared/skill/mcp-server'
import { Failure } from './connection.ts'

/** What is stored about signing in, by issuer, so that no issuer sees another one's data. */
export interface SignInRecord {
  clients: Record<string, StoredOAuthClientInformation>
  tokens: Record<string, StoredOAuthTokens>
  newest?: string
}

export interface SignInPorts {
  read(): Promise<SignInRecord | null>
  write(record: SignInRecord): Promise<void>
  /** The address the browser returns to; valid only while `authorize` waits. */
  redirectUrl: string
  /** Sends the person there and returns what the browser brought back; null if nobody could be sent or came back. */
  authorize(url: URL): Promise<URLSearchParams | null>
  /** A client that the person registered. */
  client?: StoredOAuthClientInformation
  /** Where this program describes itself to servers. */
  clientMetadataUrl?: string
}

export function makeSignIn(server: string, ports: SignInPorts) {
  const verifiers: string[] = []
  let state = ''
  let coming: Promise<URLSearchParams | null> | null = null
  let discovery: OAuthDiscoveryState | undefined
  const change = async (edit: (record: SignInRecord) => SignInRecord) =>
    ports.write(edit((await ports.read()) ?? { clients: {}, tokens: {} }))
  const keyOf = (context: OAuthClientInformationContext | undefined) => context?.issuer ?? ''
  const provider: OAuthClientProvider = {
    redirectUrl: ports.redirectUrl,
    ...(ports.clientMetadataUrl && { clientMetadataUrl: ports.clientMetadataUrl }),
    clientMetadata: {
      ...{ client_name: 'Skillet', redirect_uris: [ports.redirectUrl], application_type: 'native' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    },
    state: () => {
      state = randomUUID()
      return state
    },
    clientInformation: async (context) => ports.client ?? (await ports.read())?.clients[keyOf(context)],
    saveClientInformation: (client, context) =>
      change((record) => ({ ...record, clients: { ...record.clients, [keyOf(context)]: client } })),
    tokens: async (context) => {
      const record = await ports.read()
      return record?.tokens[context ? keyOf(context) : (record.newest ?? '')]
    },
    saveTokens: (tokens, context) => {
      const newest = keyOf(context)
      return change((record) => ({ ...record, newest, tokens: { ...record.tokens, [newest]: tokens } }))
    },
    redirectToAuthorization: (url) => {
      coming = ports.authorize(url)
      coming.catch(() => undefined)
    },
    saveCodeVerifier: (verifier) => void verifiers.splice(0, 1, verifier),
    codeVerifier: () => verifiers[0] ?? '',
    saveDiscoveryState: (found) => {
      discovery = found
    },
    discoveryState: () => (coming ? discovery : undefined),
    invalidateCredentials: async (scope) => {
      if (scope === 'discovery' || scope === 'verifier') return
      await change(({ clients }) => ({ clients: scope === 'tokens' ? clients : {}, tokens: {} }))
    },
  }
  return {
    provider,
    /** The complete answer of the last redirect. Rejects with a Failure if nobody signed in, or somebody else. */
    async callback(): Promise<URLSearchParams> {
      const params = await coming
      // An answer to another request could be anybody's.
      if (!params || params.get('state') !== state) throw new Failure(message('server-needs-sign-in', { server }))
      return params
    },
    /** Called after the answer was passed on; discovery then starts afresh. */
    done() {
      coming = null
    },
  }
}

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
      if (problem) throw new Failure(problem)
      await secrets.grant(name, holder)
    },
  }
}

/** Also if the person said no there. */
const DONE = 'You can close this window and go back to Skillet.\n'

/** Opens a local port while a person signs in. It answers exactly one address. */
export async function listenForCallback() {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams | null>()
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`
    const url = URL.parse(request.url ?? '', `http://${host}`)
    if (request.method !== 'GET' || request.headers.host !== host || url?.pathname !== '/callback') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' }).end(DONE)
    resolve(url.searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** The address that the browser returns to. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    /** Everything the browser returned; null if it did not return in time. */
    async answer(ms: number): Promise<URLSearchParams | null> {
      const timer = setTimeout(() => resolve(null), ms)
      return promise.finally(() => clearTimeout(timer))
    },
    close: () => {
      resolve(null)
      server.close()
      server.closeAllConnections()
    },
  }
}
