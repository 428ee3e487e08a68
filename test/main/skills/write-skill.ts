import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeTempDir } from '#test/helpers/temp-dir'

export const PAGE = '---\nname: sample\ndescription: A skill of the tests.\n---\n# Sample\n'

/** A descriptor whose one tool runs `echo`, with a resolver script where one is named. */
export function describeTool(name = 'say', script?: string): string {
  const resolveCommand = script === undefined ? {} : { resolveCommand: { script } }
  return JSON.stringify({
    tools: [{ name, parameters: { type: 'object', properties: { text: { type: 'string' } } } }],
    allowlist: { echo: [''] },
    execution: [{ tool: name, binary: 'echo', subcommand: '', args: [{ param: 'text', ...resolveCommand }] }],
  })
}

/** Writes files into a folder, which is a fresh one where none is given; a value of null leaves a file out. */
export function writeSkill(
  files: Record<string, string | Uint8Array | null> = {},
  dir = join(makeTempDir(), 'sample'),
): string {
  const whole = { 'SKILL.md': PAGE, 'tools.json': describeTool(), ...files }
  mkdirSync(dir, { recursive: true })
  for (const [path, content] of Object.entries(whole)) {
    if (content === null) continue
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  return dir
}
