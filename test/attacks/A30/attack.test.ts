import { describe, expect, it, onTestFinished } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const SECRETS = ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'OLLAMA_API_KEY', 'SSH_AUTH_SOCK', 'npm_config_token']

describe('A30 secrets in Skillet’s own environment', () => {
  it('are not in the environment of a program', async () => {
    for (const name of SECRETS) process.env[name] = `secret-${name}`
    onTestFinished(() => {
      for (const name of SECRETS) delete process.env[name]
    })
    const scene = setScene('A30')
    writeSkill(scene, { attack: { binary: 'printenv', args: [] } })
    const { results } = await attackWith(scene, [{ tool: 'attack', args: {} }])
    const seen = results[0]?.run?.stdout ?? ''
    expect(seen).not.toContain('secret-')
    const names = seen.split('\n').flatMap((line) => line.match(/^([A-Za-z_][A-Za-z0-9_]*)=/)?.[1] ?? [])
    const plain = /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TERM|PAGER|GIT_\w+|SSH_ASKPASS_REQUIRE|SKILLET_RUN|PWD|SHLVL|_)$/
    expect(names.filter((name) => !plain.test(name))).toEqual([])
  })
})
