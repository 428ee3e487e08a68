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

/** What is kept of signing in to one server: by the issuer, so that no issuer is shown what another one gave. */
export interface SignInRecord {
  clients: Record<string, StoredOAuthClientInformation>
  tokens: Record<string, StoredOAuthTokens>
  newest?: string
}

export interface SignInPorts {
  read(): Promise<SignInRecord | null>
  write(record: SignInRecord): Promise<void>
  /** Where the browser comes back to; it only counts while `authorize` waits. */
  redirectUrl: string
  /** Sends the person there and returns all that the browser brought back; null where nobody may be sent or came back. */
  authorize(url: URL): Promise<URLSearchParams | null>
  /** A client that a person registered themselves. */
  client?: StoredOAuthClientInformation
  /** Where this program describes itself to servers that ask for that. */
  clientMetadataUrl?: string
}

export interface SignIn {
  provider: OAuthClientProvider
  /** The whole answer of the last redirect; rejects with a Failure where nobody signed in, or somebody else did. */
  callback(): Promise<URLSearchParams>
  /** After the answer was handed on: what was discovered is looked up again. */
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
      // Another answer than the one to our question may be anybody's.
      if (!params || params.get('state') !== state) throw new Failure(message('server-needs-sign-in', { server }))
      return params
    },
    done: () => {
      coming = null
    },
  }
}
