import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { expect, it, onTestFinished } from 'vitest'
import { openCorePort } from '#main/programs/core-port'
import { openLoopback } from '#main/programs/loopback'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair } from '#test/helpers/program'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

/** A program that reads the skills of an app, and the folder of one. */
async function openSkills() {
  const skills = makeTempDir()
  cpSync(join(root, 'test', 'fixtures', 'conformance-skills'), skills, { recursive: true })
  const { core } = await openTestCore({ home: makeTempDir(), skills: [{ path: skills, origin: 'named' }] })
  onTestFinished(() => core.close())
  const { program, token } = await pair(core)
  const served = await openLoopback(0, {
    ...{ find: core.programs.find, connect: core.programs.connect, version: '1' },
    open: (each) => openCorePort(core, each),
  })
  onTestFinished(served.close)
  const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return { core, program, client, reader: new SkillsClient(client), dir: join(skills, 'greeting-guide') }
}

it('serves the files of trusted skills, each with the listed digest', async () => {
  const { client, reader } = await openSkills()
  expect(reader.supported).toBe(true)
  const { skills } = await reader.list()
  expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(['greeting-guide'])
  const [skill] = skills
  if (!skill) throw new Error('no skill')
  expect(JSON.stringify(await reader.read(skill))).toContain('# Greeting guide')
  expect(JSON.stringify(await reader.read(skill, 'references/MORE.md'))).toContain('More of it.')
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['skill://greeting-guide/SKILL.md'])
  for (const uri of ['skill://greeting-guide/../../etc/passwd', 'skill://other/SKILL.md', 'file:///etc/passwd']) {
    await expect(client.readResource({ uri })).rejects.toThrow()
  }
})

it('refuses a file changed since it was listed, and skills that are off for the program', async () => {
  const { core, program, client, reader, dir } = await openSkills()
  const [skill] = (await reader.list()).skills
  if (!skill) throw new Error('no skill')
  writeFileSync(join(dir, 'references', 'MORE.md'), 'Something else.\n')
  await expect(client.readResource({ uri: 'skill://greeting-guide/references/MORE.md' })).rejects.toThrow()
  await core.publish({ type: 'chat.tools-changed', chat: program, off: { skills: ['greeting-guide'], tools: [] } })
  expect((await reader.list()).skills).toEqual([])
})
