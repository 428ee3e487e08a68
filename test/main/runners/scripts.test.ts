import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { AGENT_SKILLS } from '#test/helpers/agent-skills'
import { openFunctions } from '#test/helpers/function-skill'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: Awaited<ReturnType<typeof openFunctions>> | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

async function start(name: string, options: Parameters<typeof openFunctions>[1] = {}) {
  const cwd = makeTempDir()
  open = await openFunctions(AGENT_SKILLS[name] ?? {}, { cwd, sandbox: 'auto', ...options })
  return { ...open, cwd }
}

describe('a script of an agent skill', () => {
  it('gets its arguments as the words of a command line, and works in the call’s folder', async () => {
    const { call, cwd } = await start('paper-forms')
    writeFileSync(join(cwd, 'form.txt'), 'I am __name__ of __town__.')
    const checked = await call('paper_forms_check_fields', { args: ['form.txt'] })
    expect(checked.forModel).toBe('name\ntown')
    expect(checked.plan?.action).toMatchObject({ entry: { launcher: 'python' } })
    const filled = await call('paper_forms_fill_form', { args: ['form.txt', 'name=Ada; rm -rf .', 'town=$(id)'] })
    expect(filled).toMatchObject({ succeeded: true, run: { stdout: 'I am Ada; rm -rf . of $(id).\n' } })
    expect(readFileSync(join(cwd, 'form.txt.filled'), 'utf8')).toContain('Ada')
  })

  it('finds the files next to it, takes options, and says how it failed', async () => {
    const { call, cwd } = await start('skill-maker')
    const made = await call('skill_maker_init_skill', { args: ['my-skill', '--path', 'out'] })
    expect(made.forModel).toContain('made out/my-skill/SKILL.md')
    expect(readFileSync(join(cwd, 'out/my-skill/SKILL.md'), 'utf8')).toBe('# my-skill\n')
    const wrong = await call('skill_maker_init_skill', { args: [] })
    expect(wrong).toMatchObject({ succeeded: false, forModel: expect.stringContaining('required: name, --path') })
  })

  it('runs with bash and with Node in the same way', async () => {
    const { call, cwd } = await start('web-artifacts')
    expect((await call('web_artifacts_init_page', { args: ['a b'] })).run?.stdout).toBe('made a b.html with 1 words\n')
    expect((await call('web_artifacts_bundle', { args: ['a b'] })).run?.result).toEqual({ bytes: 13 })
    expect((await call('web_artifacts_measure', { args: [join(cwd, 'a b.html')] })).forModel).toBe('13')
  })

  it.each([
    ['Windows line ends', '#!/bin/bash\r\necho hello\r\n'],
    ['a byte order mark', '\uFEFF#!/bin/bash\necho hello\n'],
  ])('that Bash would misread is not run, and says so: %s', async (_, script) => {
    const page = '---\nname: demo\ndescription: A demo.\n---\nRun scripts/hello.sh\n'
    open = await openFunctions({ 'SKILL.md': page, 'scripts/hello.sh': script })
    const { run, forModel } = await open.call('demo_hello', { args: [] })
    expect({ run, forModel }).toEqual({ forModel: expect.stringContaining('Unix line ends') })
  })

  it('is not offered and does not run before its skill’s scripts are allowed', async () => {
    const { core, call } = await start('paper-forms', { said: {} })
    await core.publish({ type: 'scripts.switched', skill: 'paper-forms', allowed: false, chat: null, scriptsHash: '' })
    expect(core.registry().tools).toEqual([])
    expect(await call('paper_forms_check_fields', { args: ['x'] })).toMatchObject({
      error: { code: 'REFUSED', message: { code: 'code-not-allowed' } },
    })
  })

  it('has its words marked as the model’s, and always asks', async () => {
    const { call } = await start('web-artifacts')
    const { plan, verdict } = await call('web_artifacts_init_page', { args: ['x', '--flag'] }, { planOnly: true })
    expect(plan?.action).toMatchObject({ kind: 'process', stdin: '' })
    const { argv = [], origin = [] } = plan?.action.kind === 'process' ? plan.action : {}
    expect(argv.filter((_, index) => origin[index] === 'model')).toEqual(['x', '--flag'])
    expect(verdict?.kind).toBe('ask')
  })
})
