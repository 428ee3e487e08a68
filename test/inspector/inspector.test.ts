import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSocket } from '#test/helpers/app-socket'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair } from '#test/helpers/program'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'
import { FIXTURES, listenTo, PROGRAM, plainEnv } from '#test/main/cli/run-cli'

const INSPECTOR = join(
  import.meta.dirname,
  ...['package', 'node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'],
)

/** An app with one paired program, which the inspector takes the place of. */
async function openApp(decision: 'once' | 'deny' = 'once') {
  const home = makeTempDir()
  const skills = [FIXTURES, join(root, 'test', 'fixtures', 'conformance-skills')]
  const opened = await openTestCore({
    ...{ home, skills: skills.map((path) => ({ path, origin: 'named' as const })) },
    decide: async () => ({ decision, by: 'person' }),
  })
  onTestFinished(() => opened.core.close())
  await openSocket(opened.core)
  const { token, program } = await pair(opened.core, 'Inspector')
  const config = join(home, 'inspector.json')
  const env = { ...plainEnv(home), SKILLET_TOKEN: token }
  const skillet = { command: process.execPath, args: [PROGRAM, 'mcp', '--home', home], env }
  writeFileSync(config, JSON.stringify({ mcpServers: { skillet } }))
  const inspect = async (era: string, method: string, ...more: string[]) => {
    const how = ['--config', config, '--server', 'skillet', '--protocol-era', era, '--format', 'json', '--quiet']
    const line = [INSPECTOR, '--cli', ...how, '--method', method, ...more]
    const { code, stdout, stderr } = await listenTo(spawn(process.execPath, line, { cwd: home, env: plainEnv(home) }))
    if (stdout.trim() === '') throw new Error(`${method} ended with ${code}: ${stderr}`)
    return {
      code,
      said: stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each)),
    }
  }
  return { ...opened, program, inspect }
}

describe.each(['legacy', 'modern'])('the inspector in the %s era', (era) => {
  it('lists the tools, with schemas that every client can read', async () => {
    const { inspect } = await openApp()
    const { code, said } = await inspect(era, 'tools/list', '--strict')
    expect(code).toBe(0)
    expect(said[0].result.tools).toContainEqual(expect.objectContaining({ name: 'say' }))
  })

  it('calls a tool, and the record names the program that called', async () => {
    const { inspect, program, facts } = await openApp()
    const { code, said } = await inspect(era, 'tools/call', '--tool-name', 'say', '--tool-arg', 'text=hello')
    expect(code).toBe(0)
    expect(said[0].result).toMatchObject({ content: [{ type: 'text', text: 'hello' }] })
    expect(facts.find(({ type }) => type === 'call.requested')).toMatchObject({
      caller: { kind: 'program', name: 'Inspector', id: program },
    })
    expect(facts.map(({ type }) => type)).toContain('run.finished')
  })

  it('hears plainly that the person said no', async () => {
    const { inspect, facts } = await openApp('deny')
    const { said } = await inspect(era, 'tools/call', '--tool-name', 'say', '--tool-arg', 'text=hello')
    expect(said[0].result).toMatchObject({ isError: true })
    expect(JSON.stringify(said)).toMatch(/declined|denied|said no/i)
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
  })

  it('finds every file of the served skills as its digest says', async () => {
    const { inspect } = await openApp()
    const { code, said } = await inspect(era, 'skills/list', '--verify', '--require-digests')
    expect(code).toBe(0)
    expect(JSON.stringify(said)).toContain('greeting-guide')
  })
})
