import { randomUUID } from 'node:crypto'
import type {
  OAuthClientInformationContext,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { message } from '#shared/messages/message'
import { Failure } from './failure.ts'

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

export interface SignIn {
  provider: OAuthClientProvider
  /** The complete answer of the last redirect. Rejects with a Failure if nobody signed in, or somebody else. */
  callback(): Promise<URLSearchParams>
  /** Called after the answer was passed on; discovery then starts afresh. */
  done(): void
}

export function makeSignIn(server: string, ports: SignInPorts): SignIn {
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
    saveTokens: (tokens, context) =>
      change((record) => ({
        ...{ ...record, newest: keyOf(context) },
        tokens: { ...record.tokens, [keyOf(context)]: tokens },
      })),
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
    callback: async () => {
      const params = await coming
      // An answer to another request could be anybody's.
      if (!params || params.get('state') !== state) throw new Failure(message('server-needs-sign-in', { server }))
      return params
    },
    done: () => {
      coming = null
    },
  }
}
