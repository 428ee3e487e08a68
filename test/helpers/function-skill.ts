import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CallRequest } from '#main/calls/run-call'
import { checkPattern, checkSchema } from '#main/gate/schema'
import type { CoreOptions } from '#main/open-core'
import { readSkill } from '#main/skills/read-skill'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

export const CHECKS = { schema: checkSchema, pattern: checkPattern }

export const PAGE = '---\nname: demo\ndescription: A demo.\n---\nHow it is used.\n'

/** Writes a skill of these files, with a page where it has none. */
export function writeSkill(files: Record<string, string>, name = 'demo'): string {
  const dir = join(makeTempDir(), name)
  for (const [file, text] of Object.entries({ 'SKILL.md': PAGE, ...files })) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  return dir
}

export const readFiles = (files: Record<string, string>) => readSkill(writeSkill(files), CHECKS)

type Decide = NonNullable<CoreOptions['decide']>
const APPROVE: Decide = async () => ({ decision: 'once', by: 'person' })

/** A core with one skill whose scripts are allowed for each call, and a person who approves. */
export async function openFunctions(files: Record<string, string>, options: Partial<CoreOptions> = {}) {
  const dir = writeSkill(files)
  const opened = await openTestCore({
    ...{ home: makeTempDir(), decide: APPROVE, said: { allowScripts: true } },
    skills: [{ path: dir, origin: 'named' }],
    ...options,
  })
  const { name: skill = 'demo', scriptsHash = '' } =
    opened.core.registry().skills.find((each) => each.dir === dir) ?? {}
  await opened.core.publish({ type: 'scripts.switched', skill, allowed: true, chat: null, scriptsHash })
  const call = (tool: string, args: unknown = {}, more: Partial<CallRequest> = {}) =>
    opened.core.runCall({
      ...{ chat: null, call: `call-${tool}-${Math.random()}`, tool, args, signal: AbortSignal.timeout(60_000) },
      ...{ caller: { kind: 'person' } as const, ...more },
    })
  return { ...opened, dir, call }
}
