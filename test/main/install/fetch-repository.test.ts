import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDeflate } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { writeSkill } from '#test/main/skills/write-skill'
import { commitAll, git, serve } from './git-server.ts'
import { openForTest, snapshot } from './open-for-test.ts'

const hasCertificates = spawnSync('openssl', ['version']).status === 0
const NO_CERTIFICATES = 'this needs openssl, to make a certificate'

function makeRepository(files: Record<string, string | null> = {}): string {
  return commitAll(writeSkill(files))
}

function open(ca?: string, mostFetchedBytes?: number) {
  const world = openForTest({
    ...(mostFetchedBytes && { mostFetchedBytes }),
    env: { ...process.env, ...(ca !== undefined && { GIT_SSL_CAINFO: ca }) },
  })
  mkdirSync(join(world.home, 'quarantine'))
  const refused = async (source: string) => {
    const before = snapshot(world.root)
    const staging = await world.installing.stage(source, world.root)
    expect(snapshot(world.root)).toEqual(before)
    if (staging.ok) throw new Error('it was taken')
    return staging.diagnostics[0]
  }
  return { ...world, refused }
}

describe('a repository on this computer', () => {
  it('is installed from its newest commit, without its history, after each start of git was recorded', async () => {
    const repository = makeRepository({ 'scripts/run.sh': '#!/bin/sh\n', 'more/text.md': 'More.' })
    writeFileSync(join(repository, 'not-committed.md'), 'x')
    const { installing, facts, skills, home } = open()
    const staging = await installing.stage(`file://${repository}`, '/')
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    expect(staging).toMatchObject({ source: { kind: 'git' }, candidates: [{ name: 'sample', blocker: null }] })
    await installing.settle(staging.token, ['sample'], false)
    const files = ['SKILL.md', 'more/text.md', 'scripts/run.sh', 'tools.json']
    const installed = [...snapshot(join(skills, 'sample'))].filter(([, kind]) => kind !== 'folder')
    expect(installed.map(([path]) => path).sort()).toEqual(files)
    expect(readdirSync(join(home, 'quarantine'))).toEqual([])
    const types = facts.map(({ type }) => type)
    const fetch = ['fetch.started', 'fetch.finished']
    expect(types).toEqual([...fetch, ...fetch, ...fetch, 'skill.installed'])
    expect(facts[0]).toMatchObject({ argv: expect.arrayContaining(['git', 'clone', '--depth=1', repository]) })
    expect(facts.at(-1) as SkillInstalled).toMatchObject({ source: { kind: 'git', from: repository } })
  })

  it('without a working folder is recognized by its path', async () => {
    const bare = join(makeTempDir(), 'notes.git')
    git('/', 'clone', '--quiet', '--bare', makeRepository({ 'SKILL.md': 'Only text.', 'tools.json': null }), bare)
    const { installing, root } = open()
    expect(await installing.stage(bare, root)).toMatchObject({
      ...{ ok: true, source: { kind: 'git', from: bare } },
      candidates: [{ name: 'notes', format: null, tools: [] }],
    })
  })

  it('runs nothing of its own: no hook, no filter, no helper', async () => {
    const mark = join(makeTempDir(), 'PWNED')
    const repository = writeSkill({ '.gitattributes': '* filter=evil diff=evil\n*.md filter=lfs\n' })
    commitAll(repository)
    for (const hook of ['post-checkout', 'post-merge', 'pre-receive', 'post-upload-pack', 'reference-transaction']) {
      writeFileSync(join(repository, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    }
    const run = `sh -c 'touch ${mark}; cat'`
    for (const key of ['filter.evil.smudge', 'filter.evil.process', 'core.fsmonitor', 'uploadpack.packObjectsHook']) {
      git(repository, 'config', key, run)
    }
    const { installing, root } = open()
    expect(await installing.stage(`file://${repository}`, root)).toMatchObject({ ok: true })
    expect(existsSync(mark)).toBe(false)
  })

  it('with a symbolic link is refused before git writes a file', async () => {
    const repository = writeSkill()
    symlinkSync('/etc/passwd', join(repository, 'scripts'))
    commitAll(repository)
    expect(await open().refused(`file://${repository}`)).toMatchObject({ code: 'SYMLINK', file: 'scripts' })
  })

  it('with a submodule is refused, and the submodule is named', async () => {
    const [inner, outer] = [makeRepository(), makeRepository()]
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'inner')
    git(outer, 'commit', '--quiet', '--message', 'More')
    expect(await open().refused(`file://${outer}`)).toMatchObject({
      ...{ code: 'ARCHIVE_ENTRY', file: 'inner', message: expect.stringContaining('submodule') },
    })
  })

  it.each([
    ['a file of 11 MiB', { big: 'x'.repeat(11 << 20) }, 'ARCHIVE_LIMIT', 'big'],
    ['a name of a device', { 'aux.md': 'x' }, 'ARCHIVE_ENTRY', 'aux.md'],
    ['a backslash', { 'a\\b': 'x' }, 'ARCHIVE_ENTRY', 'a\\b'],
    ['a name nobody can see', { 'a\u202eb': 'x' }, 'ARCHIVE_ENTRY', 'a\\u{202E}b'],
    ['no page', { 'SKILL.md': null }, 'NO_SKILL', 'sample'],
  ])('with %s is refused', async (_, files, code, file) => {
    const repository = makeRepository(files as Record<string, string | null>)
    expect(await open().refused(`file://${repository}`)).toMatchObject({ code, file: expect.stringContaining(file) })
  })

  it('without a commit, or that is not one, is refused with a sentence', async () => {
    const empty = makeTempDir()
    git(empty, 'init', '--quiet')
    const { refused, root } = open()
    expect(await refused(`file://${empty}`)).toMatchObject({ code: 'SOURCE_UNREACHABLE', message: /no commit/ })
    mkdirSync(join(root, 'none'))
    expect(await refused(`file://${root}/none`)).toMatchObject({ code: 'SOURCE_UNREACHABLE' })
  })
})

describe('a repository on the network', () => {
  it('is fetched over https', async ({ skip }) => {
    skip(!hasCertificates, NO_CERTIFICATES)
    const served = makeTempDir()
    git('/', 'clone', '--quiet', '--bare', makeRepository(), join(served, 'one.git'))
    git(join(served, 'one.git'), 'update-server-info')
    // What git asks for when a server is nothing but files; such a server knows no depth, so a smart one stands in.
    const backend = join(git('/', '--exec-path').trim(), 'git-http-backend')
    const { url, ca, requests } = await serve((request, response) => {
      const [path = '', query = ''] = (request.url ?? '').split('?')
      const env = {
        ...{ GIT_PROJECT_ROOT: served, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: path, QUERY_STRING: query },
        ...{ REQUEST_METHOD: request.method ?? '', CONTENT_TYPE: request.headers['content-type'] ?? '' },
        ...{ PATH: process.env.PATH, HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
        ...{ HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? '') },
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const input = Buffer.concat(chunks)
        const { stdout } = spawnSync(backend, [], { env: { ...env, CONTENT_LENGTH: `${input.length}` }, input })
        const end = stdout.indexOf('\r\n\r\n')
        for (const line of stdout.subarray(0, end).toString().split('\r\n')) {
          const [name = '', value = ''] = line.split(': ')
          if (name === 'Status') response.statusCode = Number(value.slice(0, 3))
          else response.setHeader(name, value)
        }
        response.end(stdout.subarray(end + 4))
      })
    })
    const { installing, root } = open(ca)
    const staging = await installing.stage(`${url}/one.git`, root)
    expect(staging).toMatchObject({ ok: true, source: { kind: 'git', from: `${url}/one.git` } })
    expect(requests.length).toBeGreaterThan(1)
  })

  it('that needs a password is refused at once, and nobody is asked', async ({ skip }) => {
    skip(!hasCertificates, NO_CERTIFICATES)
    const { url, ca, requests } = await serve((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    })
    const personHome = makeTempDir()
    writeFileSync(join(personHome, '.netrc'), 'machine 127.0.0.1 login me password secret\n')
    const world = openForTest({
      env: { ...process.env, HOME: personHome, GIT_SSL_CAINFO: ca, GIT_ASKPASS: '/bin/echo' },
    })
    expect(await world.installing.stage(`${url}/private.git`, '/')).toMatchObject({
      diagnostics: [{ code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('needs a password') }],
    })
    expect(requests.map(({ authorization }) => authorization)).toEqual(requests.map(() => undefined))
  })

  it.for(['http://127.0.0.1:9/x', 'file:///etc', 'ftp://127.0.0.1/x', 'ssh://127.0.0.1/x'])(
    'that redirects to %s is refused',
    async (location, { skip }) => {
      skip(!hasCertificates, NO_CERTIFICATES)
      const { url, ca } = await serve((_request, response) => void response.writeHead(302, { location }).end())
      expect(await open(ca).refused(`${url}/one.git`)).toMatchObject({
        code: 'SOURCE_UNREACHABLE',
        message: expect.stringContaining('something other than https'),
      })
    },
  )

  it('whose server has another certificate, answers nonsense or is missing is refused', async ({ skip }) => {
    skip(!hasCertificates, NO_CERTIFICATES)
    const { url, ca } = await serve((_request, response) => void response.end('<html>Hello</html>'))
    expect(await open().refused(`${url}/one.git`)).toMatchObject({ message: expect.stringMatching(/certificate|SSL/i) })
    expect(await open(ca).refused(`${url}/one.git`)).toMatchObject({ code: 'SOURCE_UNREACHABLE' })
    expect(await open(ca).refused('https://127.0.0.1:9/one.git')).toMatchObject({ code: 'SOURCE_UNREACHABLE' })
  })

  it('that sends more than allowed is cut off', { timeout: 60_000 }, async ({ skip }) => {
    skip(!hasCertificates, NO_CERTIFICATES)
    const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
    const id = '1'.repeat(40)
    let posts = 0
    const { url, ca } = await serve((request, response) => {
      if (request.url?.includes('info/refs')) {
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
        const refs = `${packet(`${id} HEAD\0shallow symref=HEAD:refs/heads/main\n`)}${packet(`${id} refs/heads/main\n`)}0000`
        response.end(`${packet('# service=git-upload-pack\n')}0000${refs}`)
        return
      }
      response.setHeader('content-type', 'application/x-git-upload-pack-result')
      response.write(`${packet(`shallow ${id}`)}0000`)
      posts++
      if (posts === 1) return void response.end()
      // One object of 1 GB, of which so much comes that it is too large, and then nothing more for ever.
      response.write(packet('NAK\n'))
      response.write(Buffer.from([...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, 1, 0xb0, 0x80, 0x80, 0x80, 0x20]))
      const deflate = createDeflate({ level: 0 })
      deflate.pipe(response, { end: false })
      deflate.write(Buffer.alloc(8 << 20, 7))
    })
    expect(await open(ca, 4 << 20).refused(`${url}/one.git`)).toMatchObject({
      ...{ code: 'ARCHIVE_LIMIT', message: expect.stringContaining('too large to download') },
    })
  })
})

describe('a source that Skillet does not fetch from', () => {
  it.each([
    'ext::sh -c "touch PWNED"',
    'fd::17',
    'git://example.org/x.git',
    'ssh://git@example.org/x.git',
    'git@example.org:x/y.git',
    'http://example.org/x.git',
    'ftp://example.org/x.zip',
    'javascript://alert(1)',
    'https://me:secret@example.org/x.git',
    'https://example.org/x.git?token=secret',
    'https://',
    'file://example.org/x',
  ])('such as %s is refused by name, and nothing is started', async (source) => {
    const { refused, facts } = open()
    const diagnostic = await refused(source)
    expect(diagnostic).toMatchObject({ code: 'SOURCE_UNREACHABLE' })
    expect([facts, JSON.stringify(diagnostic).includes('me:secret')]).toEqual([[], false])
  })

  it('ignores every configuration of the person: their own file is not even read', async () => {
    const personHome = makeTempDir()
    const mark = join(personHome, 'PWNED')
    writeFileSync(
      join(personHome, '.gitconfig'),
      `[core]\n\tfsmonitor = touch ${mark}\n[url "/nowhere"]\n\tinsteadOf = /\n`,
    )
    const world = openForTest({ env: { ...process.env, HOME: personHome, XDG_CONFIG_HOME: personHome } })
    expect(await world.installing.stage(`file://${makeRepository()}`, '/')).toMatchObject({ ok: true })
    expect(existsSync(mark)).toBe(false)
    expect(readFileSync(join(personHome, '.gitconfig'), 'utf8')).toContain('fsmonitor')
  })
})
