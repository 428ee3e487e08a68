import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { openStage, type Stage } from './plan-shipped.ts'
import { isInstalled } from './sample-folder.ts'
import { type Expected, hasCases, listSkillNames, loadShipped, readCases, SKILLS_FOLDER } from './shipped.ts'

let skills: Map<string, Skill>
let stage: Stage

beforeAll(async () => {
  skills = new Map((await loadShipped()).map((skill) => [skill.name, skill]))
  stage = await openStage([SKILLS_FOLDER])
})
afterAll(() => stage.close())

describe.skipIf(process.platform !== 'linux').each(listSkillNames().filter(hasCases))(
  'the skill %s, really run',
  (name) => {
    const cases = readCases(name).filter(({ run, argv }) => run && isInstalled(argv?.[0] ?? ''))
    const tools = [...new Set(cases.map(({ tool }) => tool))]
    it.skipIf(tools.length === 0).each(tools.length > 0 ? tools : ['nothing'])(
      '%s passes its own examples',
      async (tool) => {
        for (const example of cases.filter((each) => each.tool === tool)) {
          const { run, error, folder } = await stage.run(skills.get(name) as Skill, example)
          const what = `${JSON.stringify(example.args)}: ${textOf(run?.forModel ?? error?.message ?? '')}`
          const { exitCode, contains = [], lacks = [], makes = [], makesNot = [] } = example.run as Expected
          if (exitCode === 'nonzero') expect(run?.exitCode, what).toBeGreaterThan(0)
          else expect(run?.exitCode, what).toBe(exitCode)
          for (const text of contains) expect(run?.forModel, what).toContain(text)
          for (const text of lacks) expect(run?.forModel, what).not.toContain(text)
          for (const file of makes) expect(existsSync(join(folder, file)), `${what}: ${file}`).toBe(true)
          for (const file of makesNot) expect(existsSync(join(folder, file)), `${what}: ${file}`).toBe(false)
        }
      },
    )
  },
)
