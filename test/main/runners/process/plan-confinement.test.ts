import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Confinable,
  confineHelper,
  type HiddenPaths,
  nameHosts,
  planConfinement,
} from '#main/runners/process/plan-confinement'
import { NO_NEEDS } from '#main/runners/process/skill-needs'
import type { CredentialName } from '#shared/call/credentials'
import { makeTempDir } from '#test/helpers/temp-dir'

function makeHome() {
  const home = makeTempDir()
  const [work, keys, data, run] = ['work', '.ssh', 'data', 'run'].map((name) => join(home, name)) as [
    ...[string, string, string, string],
  ]
  for (const folder of [work, keys, data, run]) mkdirSync(folder)
  const shelter: HiddenPaths = {
    ...{ closesNetwork: true, dataFolder: data, sockets: [run] },
    secrets: () => [{ path: keys, credential: 'ssh-keys' }],
  }
  return { home, work, keys, data, run, shelter }
}

function command(name: string, changes: Partial<Confinable> = {}): Confinable {
  const binary = { name, realpath: `/usr/bin/${name}` }
  return { binary, subcommand: '', values: [], isReadOnly: false, roots: [], ...changes }
}

describe('what a command is granted', () => {
  it('hides the file that says where the data is, even before it exists or if everything may be written', () => {
    const { home, shelter } = makeHome()
    const pointerFile = join(home, 'not-there')
    for (const root of [home, '/']) {
      const planned = planConfinement(command('tee', { roots: [root] }), 'enforced', { ...shelter, pointerFile })
      expect(planned?.hidden, root).toContain(pointerFile)
    }
  })

  it('is not stated if nothing confines it', () => {
    expect(planConfinement(command('cat'), 'none')).toBeNull()
    expect(confineHelper(['/'], 'none')).toBeNull()
  })

  it('is nothing for a command known to only read, whatever it names', () => {
    const { work, shelter, run, data, keys } = makeHome()
    const values = [{ text: 'https://example.com', wantsUrl: true }]
    const planned = planConfinement(command('cat', { isReadOnly: true, roots: [work], values }), 'enforced', shelter)
    expect(planned).toEqual({
      ...{ word: 'enforced', network: false, writable: [], hidden: [run, data, keys] },
      folders: [expect.objectContaining({ realPath: work, access: 'read' })],
    })
  })

  it('is the granted folders for one that may write, by their real paths, and no network', () => {
    const { work, home, shelter } = makeHome()
    symlinkSync(work, join(home, 'link'))
    const roots = [join(home, 'link'), join(home, 'missing')]
    expect(planConfinement(command('tee', { roots }), 'enforced', shelter)).toMatchObject({
      ...{ word: 'enforced', network: false, writable: [work] },
    })
  })

  it.each([
    ['curl', '', [], true],
    ['tool', '', [{ text: 'https://example.com/x', wantsUrl: false }], true],
    ['tool', '', [{ text: 'example.com', wantsUrl: true }], true],
    ['tool', '', [{ text: 'git@example.com:a/b.git', wantsUrl: false }], true],
    ['git', 'fetch', [], true],
    ['git', 'commit', [{ text: 'me@example.com', wantsUrl: false }], false],
    ['tool', '', [{ text: 'file:///etc/passwd', wantsUrl: false }], false],
    ['tool', '', [{ text: 'C:\\x', wantsUrl: false }], false],
  ])('of %s %s with %j has the network: %s', (name, subcommand, values, network) => {
    expect(planConfinement(command(name, { subcommand, values }), 'enforced')).toMatchObject({ network })
  })

  it('always includes the network if the sandbox cannot close it', () => {
    const { shelter } = makeHome()
    const open = { ...shelter, closesNetwork: false }
    expect(planConfinement(command('cat', { isReadOnly: true }), 'partial', open)).toMatchObject({ network: true })
    expect(confineHelper([], 'partial', open)).toMatchObject({ network: true })
  })

  it('hides keys but from a command that was given them', () => {
    const { shelter, keys } = makeHome()
    const plan = (name: string, subcommand = '', credentials: CredentialName[] = []) =>
      planConfinement(command(name, { subcommand }), 'enforced', shelter, { ...NO_NEEDS, credentials })
    expect(plan('tee')?.hidden).toContain(keys)
    expect(plan('git', 'fetch')?.hidden).toContain(keys)
    expect(plan('git', 'fetch', ['git'])?.configuration).toBeUndefined()
    expect(plan('git', 'fetch', ['ssh-keys'])?.hidden).not.toContain(keys)
    expect(plan('git', 'fetch', ['ssh-keys'])?.configuration).toEqual([keys])
  })

  it('is the agent of the person with every local socket, so it is only partly confined', () => {
    const { shelter, run } = makeHome()
    const agent = { ...shelter, agent: () => join(run, 'agent') }
    const given: CredentialName[] = ['ssh-agent']
    const planned = planConfinement(command('ssh'), 'enforced', agent, { ...NO_NEEDS, credentials: given })
    expect(planned).toMatchObject({ word: 'partial', agent: join(run, 'agent') })
    expect(planConfinement(command('ssh'), 'enforced', agent)).not.toHaveProperty('agent')
  })

  it('gives git credentials only for the subcommands that use them', () => {
    const { shelter, keys } = makeHome()
    const planned = planConfinement(command('git', { subcommand: 'commit' }), 'enforced', shelter)
    expect(planned?.hidden).toContain(keys)
    expect(planned?.configuration).toBeUndefined()
  })

  it('is the whole machine without its homes for a program that reports on it, and nothing to write', () => {
    const { shelter, home, work } = makeHome()
    const planned = planConfinement(command('df', { roots: [work] }), 'enforced', { ...shelter, homes: [home] })
    expect(planned).toMatchObject({ word: 'enforced', machine: true, writable: [], network: false })
    expect(planned?.hidden).toContain(home)
  })

  it('shows a hidden folder if one inside it was granted, but never Skillet’s data', () => {
    const { shelter, keys, data } = makeHome()
    const planned = planConfinement(command('tee', { roots: [keys, data] }), 'enforced', shelter)
    expect(planned?.hidden).not.toContain(keys)
    expect(planned?.hidden).toContain(data)
  })

  it('is only partly confined if the program passes its request on, or sees all processes', () => {
    const { shelter, run } = makeHome()
    const docker = planConfinement(command('docker', { subcommand: 'ps' }), 'enforced', shelter)
    expect(docker).toMatchObject({ word: 'partial', network: true })
    expect(docker?.hidden).not.toContain(run)
    const ps = planConfinement(command('ps', { isReadOnly: true }), 'enforced', shelter)
    expect(ps).toMatchObject({ word: 'partial', processes: true, network: false, writable: [] })
  })

  it('is none for what no sandbox can confine', () => {
    expect(planConfinement(command('sudo'), 'enforced')).toEqual({
      ...{ word: 'none', network: true, writable: ['/'], hidden: [] },
    })
  })
})

describe('the grants of a resolver or post-processor', () => {
  it('are empty', () => {
    const { work, shelter, run, data, keys } = makeHome()
    expect(confineHelper([work], 'enforced', shelter)).toEqual({
      ...{ word: 'enforced', network: false, writable: [], hidden: [run, data, keys] },
      folders: [expect.objectContaining({ realPath: work, access: 'read' })],
    })
  })
})

const name = (...texts: string[]) => nameHosts(texts.map((text) => ({ text, wantsUrl: true })))

describe('the hosts that a call names', () => {
  it.each([
    [['https://example.com/a?b'], ['https://example.com', 'http://example.com']],
    [['example.com/a'], ['https://example.com', 'http://example.com']],
    [['http://example.com:8080/'], ['http://example.com:8080']],
    [
      ['https://a.example', 'https://b.example'],
      ['https://a.example', 'http://a.example', 'https://b.example', 'http://b.example'],
    ],
  ])('%j are %j, and none of them is on this computer', (texts, hosts) => {
    expect(name(...texts)).toEqual({ hosts, inner: [] })
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:80', 'http://router.lan', 'http://nas/'])(
    'may be on this computer or near it if the call says so: %s',
    (text) => {
      const { hosts, inner } = name(text)
      expect(inner).toEqual(hosts)
      expect(inner).not.toEqual([])
    },
  )

  it.each(['http://a\\@b/', 'http://user@b/', 'http://127.1/', 'http://0x7f.1/', 'ftp://example.com/'])(
    'are empty if an address could be read in two ways: %s',
    (text) => {
      expect(name(text)).toEqual({ hosts: [], inner: [] })
    },
  )

  it('are any if none is named: a word with a dot is a file unless an address is expected', () => {
    expect(name('notes')).toEqual({ hosts: 'any', inner: [] })
    expect(nameHosts([{ text: 'notes.md', wantsUrl: false }])).toEqual({ hosts: 'any', inner: [] })
  })
})
