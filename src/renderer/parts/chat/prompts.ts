import { isUsable } from '#renderer/parts/skill/skill-words.ts'
import { say, type Text } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'
import { executionsOf, type Tool } from '#shared/skill/tool'

/** A first question for well-known programs. The person sees it and sends it. */
const QUESTIONS: Record<string, Text> = {
  df: 'How full are my disks?',
  du: 'Which folders in my home directory use the most space?',
  gh: 'Which pull requests are waiting for me?',
  date: 'What week of the year is it, and how many days are left in it?',
  git: 'What changed recently in this repository?',
  uptime: 'How long has this computer been running, and how busy is it?',
  free: 'How much memory is free right now?',
  ps: 'What is using the CPU right now?',
  ls: 'What is in my Downloads folder?',
  find: 'Which files did I change today?',
  grep: 'Where do my notes mention a birthday?',
  docker: 'Which containers are running?',
  exiftool: 'When did I take my latest photo?',
  uname: 'Which operating system am I running?',
}

export interface Prompt {
  text: string
  skill: string
}

/** From as many skills as possible, in the order above. */
export function promptsFor(skills: readonly Skill[], most = 4): Prompt[] {
  const usable = skills.filter(isUsable)
  const asked = Object.entries(QUESTIONS).flatMap(([binary, question]) => {
    const skill = usable.find(({ tools }) => tools.some((tool) => startsBinary(tool, binary)))
    return skill ? [{ text: say(question), skill: skill.name }] : []
  })
  const described = usable.flatMap(({ name, tools }) => tools.flatMap((tool) => describedPrompt(name, tool)))
  const isFirstOfSkill = (prompt: Prompt, at: number, all: Prompt[]) =>
    all.findIndex(({ skill }) => skill === prompt.skill) === at
  const firsts = asked.filter(isFirstOfSkill)
  return [...firsts, ...asked.filter((prompt) => !firsts.includes(prompt)), ...described].slice(0, most)
}

function startsBinary(tool: Tool, binary: string): boolean {
  return executionsOf(tool).some((execution) => execution.binary === binary)
}

function describedPrompt(skill: string, tool: Tool): Prompt[] {
  const [sentence = ''] = tool.description.split(/(?<=\.)\s/)
  return sentence !== '' && sentence.length <= 90
    ? [{ text: say('Use {tool}: {sentence}', { tool: tool.name, sentence }), skill }]
    : []
}
