import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openNeedy } from '#test/helpers/needy-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'

const AWS = 'cat ~/.aws/credentials 2>/dev/null || echo closed; exit 3'
/** Prints what it was given; what it says to an agent's socket shows whether it could connect. */
const SSH =
  'ls -A ~/.ssh 2>/dev/null; echo "$SSH_AUTH_SOCK"; python3 -c \'import os, socket; s = socket.socket(socket.AF_UNIX); s.connect(os.environ["SSH_AUTH_SOCK"]); print(s.recv(9).decode())\' 2>&1 | tail -1'

describeEnforced('A102 a command that takes keys which are not for it', () => {
  it('gets none where its program is given some for another command', async () => {
    const tools = { sync: ['aws', 's3 ls'], ask: ['aws', 'configure get x'], bare: ['aws', '--debug s3 ls'] } as const
    const needy = await openNeedy(
      'A102',
      'credentials: [aws]',
      { sync: [...tools.sync], ask: [...tools.ask], bare: [...tools.bare] },
      { programs: { aws: AWS } },
    )
    needy.put('.aws/credentials', 'key')
    await needy.trust()
    const synced = await needy.run('sync')
    expect(synced.run?.stdout).toBe('key')
    expect(synced.plan).toMatchObject({ grants: { needs: ['aws'] } })
    expect(synced.plan?.effects).toContainEqual({ does: 'use-credential', name: 'aws', to: 'aws' })
    for (const tool of ['ask', 'bare']) expect((await needy.run(tool)).run?.stdout, tool).toBe('closed\n')

    await needy.allow('aws', false)
    const closed = await needy.run('sync')
    expect(closed.run?.stdout).toBe('closed\n')
    expect(closed.run?.forModel).toContain('aws gets no aws here. To allow it')
    expect(closed.plan?.notes.map(({ text }) => textOf(text)).join()).toContain('skillet skills access sample aws on')
    expect(closed.plan?.digest).not.toBe(synced.plan?.digest)
  })

  it('gets none of git for its log, nor where an option makes git run another program', async () => {
    const needy = await openNeedy('A102', 'credentials: [git]', {
      log: ['git', 'log'],
      list: ['git', 'ls-remote', '--upload-pack=cat ~/.git-credentials', '.'],
      push: ['git', 'push', '.'],
    })
    needy.put('.git-credentials', 'https://ada:password@example.com')
    await needy.trust()
    for (const tool of ['log', 'list']) {
      const { plan, run } = await needy.run(tool)
      expect(plan?.grants.needs, tool).toBeUndefined()
      expect(`${run?.stdout}${run?.stderr}`).not.toContain('password')
    }
    const { plan } = await needy.run('push')
    expect(plan?.grants.needs).toEqual(['git'])
    expect(plan?.confinement?.configuration).toEqual([join(needy.person, '.git-credentials')])
  })

  it('gives none to what the settings of a repository name', async () => {
    const needy = await openNeedy(
      'A102',
      'credentials: [git, ssh-keys]',
      { ssh: ['git', 'ls-remote', 'ssh://example.invalid/x'], web: ['git', 'fetch', 'https://127.0.0.1:9/x'] },
      { programs: { ssh: 'echo ours >&2; exit 1' } },
    )
    needy.put('.git-credentials', 'https://ada:password@127.0.0.1:9')
    needy.put('project/.git/HEAD', 'ref: refs/heads/main\n')
    for (const folder of ['objects', 'refs']) needy.put(`project/.git/${folder}/x`)
    const own = join(needy.project, 'pwned')
    const settings = `[core]\n\tsshCommand = touch ${own}; false\n\taskPass = touch ${own}\n[credential]\n\thelper = !touch ${own}\n`
    needy.put('project/.git/config', settings)
    await needy.trust()
    expect((await needy.run('ssh')).run?.stderr).toContain('ours')
    expect((await needy.run('web')).run?.exitCode).not.toBe(0)
    expect(existsSync(own)).toBe(false)
  })

  it('reaches the agent only once the person gave it, and never the keys in its folder', async () => {
    const needy = await openNeedy('A102', '', { ssh: ['ssh'] }, { programs: { ssh: SSH } })
    for (const name of ['id', 'known_hosts']) needy.put(`.ssh/${name}`)
    const socket = join(needy.scene.root, 'agent')
    const agent = createServer((client) => client.end('hello'))
    await new Promise<void>((done) => agent.listen(socket, done))
    const before = process.env.SSH_AUTH_SOCK
    process.env.SSH_AUTH_SOCK = socket
    try {
      await needy.trust()
      expect(needy.access()).toEqual(['-ssh-agent', '-ssh-keys', '-home'])
      expect((await needy.run('ssh')).run?.stdout).toMatch(/^\n.*Address family/)
      needy.questions.answer = false
      await needy.allow('ssh-agent')
      expect((await needy.run('ssh')).plan?.confinement?.agent).toBeUndefined()
      needy.questions.answer = true
      await needy.allow('ssh-agent')
      expect(needy.questions.asked.at(-1)?.message).toContain('Use your SSH agent')
      const { plan, run } = await needy.run('ssh')
      expect(run?.stdout).toBe(`known_hosts\n${socket}\nhello\n`)
      expect(plan).toMatchObject({ sandbox: 'partial', confinement: { agent: socket } })
    } finally {
      if (before === undefined) delete process.env.SSH_AUTH_SOCK
      else process.env.SSH_AUTH_SOCK = before
      agent.close()
    }
  })
})
