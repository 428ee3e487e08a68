import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'

export interface TestServer {
  url: string
  /** The certificate by which it is known. */
  ca: string
  requests: { url: string; authorization: string | undefined }[]
}

/** A server for this test alone, with a certificate made for it. */
export async function serve(answer: RequestListener): Promise<TestServer> {
  const dir = makeTempDir()
  const [key, ca] = [join(dir, 'key.pem'), join(dir, 'ca.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', ca, ...names], { stdio: 'ignore' })
  const requests: TestServer['requests'] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(ca) }, (request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, ca, requests }
}

export function git(cwd: string, ...args: string[]): string {
  const env = {
    ...{ PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    ...{ GIT_AUTHOR_NAME: 'Tester', GIT_AUTHOR_EMAIL: 't@example.org', GIT_COMMITTER_NAME: 'Tester' },
    ...{ GIT_COMMITTER_EMAIL: 't@example.org', GIT_ALLOW_PROTOCOL: 'file' },
  }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Everything in a folder, as the one commit of a repository in it. */
export function commitAll(dir: string): string {
  git(dir, 'init', '--quiet')
  git(dir, 'add', '--all', '--force')
  git(dir, 'commit', '--quiet', '--message', 'All')
  return dir
}
