import { describe, expect, it } from 'vitest'
import { launchTool, type Tried } from '#test/helpers/launch-tool'

const run = (code: string, more: Partial<Tried> = {}) => launchTool({ name: 'bash', file: 'tool.sh', code, ...more })

describe.concurrent('a bash script', () => {
  it('reads its arguments as JSON and gets the project’s folder', async () => {
    const { value, folder } = await run('echo "$1"; cat', { args: { a: '$(id) `id`\n"x' } })
    expect(value).toEqual({ a: '$(id) `id`\n"x' })
    expect((await run('echo "$1"')).value).not.toBe(folder)
  })

  it.each([
    ['the last line where it is JSON', 'echo working; echo \'{"a":1}\'; echo', { a: 1 }],
    ['the whole where only that is JSON', 'printf \'{\\n "a": 1\\n}\\n\'', { a: 1 }],
    ['the text where there is no JSON', 'echo two; echo lines', 'two\nlines\n'],
    ['no text where it prints nothing', ':', ''],
  ])('gives %s', async (_, code, value) => {
    expect((await run(code)).value).toEqual(value)
  })

  it('returns the last line of a GiB', async () => {
    const { value, ended } = await run('head -c 1073741824 /dev/zero | tr "\\0" x; echo; echo \'{"a":1}\'')
    expect(value).toEqual({ a: 1 })
    expect(ended.stdout.bytes).toBeGreaterThan(2 ** 30)
  })

  it('fails with its exit code, or with the signal that ended it', async () => {
    expect((await run('echo \'{"ok":true}\'; exit 4')).error).toBe('The script ended with exit code 4.')
    expect((await run('kill -9 $$')).error).toBe('The tool was ended by SIGKILL before it gave a result.')
  })

  it('may not print bytes that are not text', async () => {
    expect((await run("printf '\\001\\000\\377'")).error).toBe('The script printed bytes that are not text.')
  })

  it('has no pipe for a result', async () => {
    expect((await run('echo forged >&4')).error).toBe('The script ended with exit code 1.')
  })
})
