import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import {
  removeSkill,
  reviewSkill,
  type SkillPorts,
  switchAccess,
  switchScripts,
  switchSkill,
  switchTool,
  trustSkill,
} from '#main/trust/change-skills'
import { exportSkill } from '#main/trust/export-skill'
import { message } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { lineOfServer } from '#shared/skill/mcp-server'
import { describeNeed, type SkillAccess } from '#shared/skill/needs'
import type { ReviewedFile } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import { toVisible, toVisibleLines } from '#shared/visible'
import { flag, on, sha256, name as skill } from './request.ts'

/** A system dialog has no room for more; the review shows all of them. */
const MOST_SHOWN = 3000

/** What a person sees of skills and decides about them. */
export function handleSkills(core: Core, window: Pick<WindowPorts, 'confirm' | 'openFolder' | 'chooseFolder'>) {
  const ports: SkillPorts = { ...core, publish: (fact) => core.publish(fact) }
  return {
    'skill.list': on(takes({}), async () => reply({ skills: core.registry().skills })),
    /** In the system's file manager. */
    'skill.openFolder': on(takes({ skill }), async ({ skill: name }) => {
      const skill = core.registry().skills.find((each) => each.name === name)
      if (!skill) return refuse('SKILL_UNKNOWN', message('no-such-skill', { skill: name }))
      const problem = await window.openFolder(skill.sourceDir ?? skill.dir)
      return problem === null ? reply({ opened: true }) : refuse('NOT_OPEN', problem)
    }),
    'skill.review': on(takes({ skill }), ({ skill }) => reviewSkill(skill, ports)),
    /** Refused if the folder no longer has this hash. */
    'skill.trust': on(takes({ skill, hash: sha256 }), async ({ skill, hash }) => {
      const found = core.registry().skills.find(({ name }) => name === skill)
      if (found && !(await confirmTrust(found, hash, window))) {
        return refuse('NOT_CONFIRMED', message('not-trusted-after-all', { skill }))
      }
      const answer = await trustSkill(skill, hash, ports)
      return answer.ok ? reply({ skill: answer.value }) : answer
    }),
    'skill.switch': on(takes({ skill, enabled: flag }), async ({ skill, enabled }) => {
      const answer = await switchSkill(skill, enabled, ports)
      return answer.ok ? reply({ skill: answer.value }) : answer
    }),
    /** Given only in a system dialog; false if the person declines. */
    'skill.switchAccess': on(takes({ skill, need: skill, allowed: flag }), async ({ skill, need, allowed }) => {
      const confirm = (wanted: SkillAccess) => window.confirm(askAccess(skill, wanted))
      const answer = await switchAccess(skill, need, allowed, { ...ports, confirm })
      if (answer.ok) return reply({ changed: true })
      return answer.error.code === 'DECLINED' ? reply({ changed: false }) : answer
    }),
    /** Switched-off tools are not offered, and refused if a model calls them anyway. */
    'skill.switchTool': on(takes({ skill, tool: skill, enabled: flag }), async ({ skill, tool, enabled }) => {
      const answer = await switchTool(skill, tool, enabled, ports)
      return answer.ok ? reply({ skill: answer.value }) : answer
    }),
    /** Exports a skill for other agents, into a folder that the person chooses; null if they choose none. */
    'skill.export': on(takes({ skill }), async ({ skill }) => {
      const into = await window.chooseFolder(say('Export'))
      if (into === null) return reply({ folder: null })
      const answer = await exportSkill(skill, into, ports)
      return answer.ok ? reply({ folder: answer.value.folder }) : answer
    }),
    /** Its folder is put aside there; nothing of it is deleted. */
    'skill.remove': on(takes({ skill }), async ({ skill }) => {
      const answer = await removeSkill(skill, ports)
      return answer.ok ? reply({ movedTo: answer.value.movedTo }) : answer
    }),
    /** Allowed only in a system dialog; false if the person declines. */
    'skill.switchScripts': on(takes({ skill, allowed: flag }), async ({ skill, allowed }) => {
      const answer = await switchScripts(skill, allowed, {
        ...ports,
        scripts: () => core.settings().scripts,
        confirm: ({ name }, scripts) =>
          window.confirm({
            title: say('Allow scripts'),
            message: say('Allow scripts for {skill}?', { skill: toVisible(name).text }),
            detail: `${say('Scripts can do anything you can. This skill has:')}\n\n${describeScripts(scripts)}`,
            action: say('Allow scripts'),
          }),
      })
      if (answer.ok) return reply({ changed: true })
      return answer.error.code === 'DECLINED' ? reply({ changed: false }) : answer
    }),
  }
}

/** A hijacked page must not be able to offer programs to the model. */
function confirmTrust(
  { name, tools, servers = [], access = [], sourceDir, dir }: Skill,
  hash: string,
  window: Pick<WindowPorts, 'confirm'>,
): Promise<boolean> {
  const commands = [
    ...servers.map(lineOfServer),
    ...tools.flatMap(({ runtime }) => {
      if (runtime.kind === 'command') return Object.keys(runtime.allowlist)
      if (runtime.kind === 'function') return runtime.layers.flatMap(({ file }) => file ?? [])
      if (runtime.kind === 'prompt') return []
      if (runtime.kind === 'mcp') return lineOfServer(runtime.server)
      if (runtime.kind === 'program') return [runtime.program, ...runtime.args].join(' ')
      return runtime.kind === 'code' ? runtime.entry.file : `${runtime.spec.method} ${runtime.spec.url}`
    }),
  ]
  const shown = (text: string) => toVisible(text).text.slice(0, MOST_SHOWN)
  const given = access.filter((each) => each.isDeclared && each.isGranted).map((each) => sayMessage(describeNeed(each)))
  const detail = [
    say('Tools: {names}', { names: shown(tools.map((tool) => tool.name).join(', ')) || say('none') }),
    say('Programs: {names}', { names: shown([...new Set(commands)].join(', ')) || say('none') }),
    ...(given.length > 0 ? [say('It also gets: {names}', { names: shown(given.join('; ')) })] : []),
    say('Folder: {path}', { path: shown(sourceDir ?? dir) }),
    say('Hash: {hash}', { hash }),
  ]
  return window.confirm({
    title: say('Trust this skill?'),
    message: say('Let the model use the tools of {skill} as you reviewed them?', { skill: toVisible(name).text }),
    detail: detail.join('\n'),
    action: say('Trust'),
  })
}

function askAccess(skill: string, access: SkillAccess) {
  const detail =
    access.need.kind === 'home'
      ? 'Its commands can then read every file in your home except known secret places: documents, photos, mail, settings that hold passwords. What they print goes to the model.'
      : 'Only commands of this skill get this. What they print goes to the model.'
  return {
    title: say('Access'),
    message: say('Allow {skill}: {need}?', { skill: toVisible(skill).text, need: sayMessage(describeNeed(access)) }),
    detail: say(detail),
    action: say('Allow'),
  }
}

export function describeScripts(scripts: readonly ReviewedFile[]): string {
  const nameOf = ({ file, sha256 }: ReviewedFile) => `${toVisible(file).text} (${sha256.slice(0, 12)})`
  const whole = scripts.map(
    (script) => `${nameOf(script)}\n${script.text === null ? say('This is not text.') : toVisibleLines(script.text)}`,
  )
  const shown = whole.join('\n\n')
  if (shown.length <= MOST_SHOWN) return shown
  const names = scripts.map(nameOf).join('\n')
  return `${names.slice(0, MOST_SHOWN)}\n\n${shown.slice(0, MOST_SHOWN)}\n${say('… See the review of the skill for all of it.')}`
}
