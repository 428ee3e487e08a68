import type { Plan } from '#shared/plan'
import { say, type Text } from '#shared/say'
import { toVisible } from '#shared/visible'

/** Besides the fields themselves: `folder` is told where a folder leads to another place than it did. */
const WORDS: Partial<Record<keyof Plan | 'folder', Text>> = {
  tool: 'the tool',
  toolSpec: 'what the tool is',
  skill: 'the skill',
  skillHash: 'the files of the skill',
  argv: 'the command',
  binary: 'the program',
  cwd: 'the folder it runs in',
  folder: 'where the folder leads',
  env: 'its environment',
  stdin: 'what its input is given',
  tempFiles: 'the files written for it',
  timeoutMs: 'how long it may take',
  resolvers: 'what a resolver worked out',
  coercions: 'how values were read',
  postProcess: 'what reads its output',
  sandbox: 'the sandbox',
  confinement: 'what the sandbox lets it do',
  risk: 'the risk',
}

/** A field of a plan in words; one without words of its own stays as it is. */
export function fieldWords(field: string): string {
  const text = Object.hasOwn(WORDS, field) ? WORDS[field as keyof typeof WORDS] : undefined
  if (text) return say(text)
  if (field.startsWith('env ')) return say('{name} in its environment', { name: toVisible(field.slice(4)).text })
  return toVisible(field).text
}
