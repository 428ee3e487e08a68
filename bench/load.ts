// Loading a thousand skills, beside reading and parsing the same files in the same run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { loadSkills } from '#test/helpers/load-skills'
import { median, printTable, type Report } from './report.ts'

const SKILLS = 1000
const TOOLS = 10
const ROUNDS = 9
const AT_ONCE = 16

export async function run(): Promise<Report> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-load-'))
  try {
    const folders = Array.from({ length: SKILLS }, (_, index) => writeSkill(home, index))
    const bare: number[] = []
    const ours: number[] = []
    const ratios: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bareMs = await measure(() => readAndParse(folders))
      const ourMs = await measure(() => load(home))
      // The first round warms the disk's cache and the compiler.
      if (round === 0) continue
      bare.push(bareMs)
      ours.push(ourMs)
      // Of one moment: what else the machine does weighs on both.
      ratios.push(ourMs / bareMs)
    }
    return {
      name: `load: ${SKILLS} skills with ${TOOLS} tools each`,
      rows: [
        { name: 'read SKILL.md and tools.json, JSON.parse', value: median(bare), unit: 'ms' },
        {
          name: 'load: walk, hash, frontmatter, every check',
          value: median(ours),
          unit: 'ms',
          ratio: median(ratios),
          goal: 2,
        },
      ],
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function measure(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** What a loader without any check would have to do, and to hold. */
async function readAndParse(folders: string[]): Promise<void> {
  const held: unknown[] = []
  const queue = folders.values()
  const work = async () => {
    for (const folder of queue) {
      const page = await readFile(join(folder, 'SKILL.md'), 'utf8')
      held.push(page, JSON.parse(await readFile(join(folder, 'tools.json'), 'utf8')))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (held.length !== 2 * SKILLS) throw new Error(`${held.length} files`)
}

async function load(home: string): Promise<void> {
  const { skills } = await loadSkills([{ path: home, origin: 'named' }], { schema: checkSchema, pattern: checkPattern })
  const tools = skills.reduce((sum, skill) => sum + skill.tools.length, 0)
  const problems = skills.flatMap(({ diagnostics }) => diagnostics)
  if (tools !== SKILLS * TOOLS || problems.length > 0) throw new Error(`${tools} tools, ${JSON.stringify(problems[0])}`)
}

function writeSkill(home: string, index: number): string {
  const folder = join(home, `skill-${index}`)
  const binary = `program-${index}`
  const names = Array.from({ length: TOOLS }, (_, tool) => `skill_${index}_tool_${tool}`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'SKILL.md'),
    [
      '---',
      `name: skill-${index}`,
      `description: "Looks up, lists and counts things of kind ${index}: use it when they are asked for."`,
      'metadata:',
      '  requires:',
      `    bins: [${binary}]`,
      '---',
      `# Skill ${index}`,
      '',
      ...names.map((name) => `Use \`${name}\` to find what the request names, and show at most as many as asked for.`),
    ].join('\n'),
  )
  const descriptor = {
    tools: names.map((name, tool) => ({
      name,
      description: `Finds things of kind ${tool} by a word in their name.`,
      parameters: {
        type: 'object',
        required: ['query'],
        properties: {
          query: { type: 'string', description: 'A word to look for', minLength: 1 },
          limit: { type: 'integer', description: 'How many at most', minimum: 1, maximum: 100 },
          order: { type: 'string', enum: ['name', 'date', 'size'], description: 'What to sort by' },
          verbose: { type: 'boolean', description: 'Whether to show every detail' },
        },
      },
    })),
    allowlist: { [binary]: names.map((_name, tool) => `find-${tool}`) },
    execution: names.map((tool, at) => ({
      tool,
      binary,
      subcommand: `find-${at}`,
      args: [
        { param: 'query', kind: 'positional' },
        { param: 'limit', kind: 'flag', flag: 'limit' },
        { param: 'order', kind: 'flag' },
        { param: 'verbose', kind: 'flagifboolean', flagIfTrue: '--verbose' },
      ],
    })),
  }
  writeFileSync(join(folder, 'tools.json'), JSON.stringify(descriptor, null, 2))
  return folder
}

if (import.meta.main) printTable(await run())
