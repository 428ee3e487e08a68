import { homedir } from 'node:os'
import type { WindowPorts } from '#main/electron/window-ports'
import { openInstaller } from '#main/install/installer'
import { listAdoptable } from '#main/install/list-installed'
import type { Core } from '#main/open-core'
import { fetchServedSkill } from '#main/servers/read-offer'
import {
  type Answer,
  findSkill,
  removeSkill,
  reviewSkill,
  switchAccess,
  switchScripts,
  switchSkill,
  switchTool,
  trustSkill,
} from '#main/trust/change-skills'
import { exportSkill } from '#main/trust/export-skill'
import { say, sayMessage } from '#shared/messages/say'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { listOf, oneOf, optional, string } from '#shared/schema'
import { lineOfServer } from '#shared/skill/mcp-server'
import { describeNeed, type SkillAccess } from '#shared/skill/needs'
import type { ReviewedFile } from '#shared/skill/review'
import type { Skill, Staging } from '#shared/skill/skill'
import { toVisible, toVisibleLines } from '#shared/visible'
import { flag, id, name, on, sha256, showFolder, name as skill, uri } from './request.ts'

/** A system dialog has no room for more; the review shows all of them. */
const MOST_SHOWN = 3000

export function handleSkills(core: Core, window: Pick<WindowPorts, 'confirm' | 'openFolder' | 'chooseFolder'>) {
  return {
    'skill.list': on({}, async () => reply({ skills: core.registry().skills })),
    /** In the system's file manager. */
    'skill.openFolder': on({ skill }, async ({ skill: name }) => {
      const skill = core.registry().skills.find((each) => each.name === name)
      if (!skill) return refuse('SKILL_UNKNOWN', 'no-such-skill', { skill: name })
      return showFolder(window, skill.sourceDir ?? skill.dir)
    }),
    'skill.review': on({ skill }, ({ skill }) => reviewSkill(skill, core)),
    /** Refused if the folder no longer has this hash, which the dialog would otherwise name beside other tools. */
    'skill.trust': on({ skill, hash: sha256 }, async ({ skill, hash }) => {
      const found = await findSkill(skill, core)
      if (!found.ok) return found
      if (found.value.hash !== hash) return refuse('SKILL_CHANGED', 'folder-changed-since-review', { skill })
      if (!(await confirmTrust(found.value, window))) return refuse('NOT_CONFIRMED', 'not-trusted-after-all', { skill })
      return toSkill(await trustSkill(skill, hash, core))
    }),
    'skill.switch': on({ skill, enabled: flag }, async ({ skill, enabled }) =>
      toSkill(await switchSkill(skill, enabled, core)),
    ),
    /** Given only in a system dialog; false if the person declines. */
    'skill.switchAccess': on({ skill, need: skill, allowed: flag }, async ({ skill, need, allowed }) => {
      const confirm = (wanted: SkillAccess) => window.confirm(askAccess(skill, wanted))
      return toChange(await switchAccess(skill, need, allowed, { ...core, confirm }))
    }),
    /** Switched-off tools are not offered, and refused if a model calls them anyway. */
    'skill.switchTool': on({ skill, tool: skill, enabled: flag }, async ({ skill, tool, enabled }) =>
      toSkill(await switchTool(skill, tool, enabled, core)),
    ),
    /** Exports a skill for other agents, into a folder that the person chooses; null if they choose none. */
    'skill.export': on({ skill }, async ({ skill }) => {
      const into = await window.chooseFolder(say('Export'))
      if (into === null) return reply({ folder: null })
      const answer = await exportSkill(skill, into, core)
      return answer.ok ? reply({ folder: answer.value.folder }) : answer
    }),
    /** Its folder is put aside there; nothing of it is deleted. */
    'skill.remove': on({ skill }, ({ skill }) => removeSkill(skill, core)),
    /** Allowed only in a system dialog; false if the person declines. */
    'skill.switchScripts': on({ skill, allowed: flag }, async ({ skill, allowed }) => {
      const confirm = ({ name }: Skill, scripts: ReviewedFile[]) =>
        window.confirm({
          title: say('Allow scripts'),
          message: say('Allow scripts for {skill}?', { skill: toVisible(name).text }),
          detail: `${say('Scripts can do anything you can. This skill has:')}\n\n${describeScripts(scripts)}`,
          action: say('Allow scripts'),
        })
      return toChange(await switchScripts(skill, allowed, { ...core, scripts: () => core.settings().scripts, confirm }))
    }),
  }
}

const toSkill = (answer: Answer<Skill>): Reply<{ skill: Skill }> =>
  answer.ok ? reply({ skill: answer.value }) : answer

/** Declining changes nothing and is no error. */
function toChange(answer: Answer<Skill>): Reply<{ changed: boolean }> {
  if (answer.ok) return reply({ changed: true })
  return answer.error.code === 'DECLINED' ? reply({ changed: false }) : answer
}

/** A hijacked page must not be able to offer programs to the model. */
function confirmTrust(
  { name, hash, tools, servers = [], access = [], sourceDir, dir }: Skill,
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

/** Installing skills. They wait in quarantine until the person trusts them. */
export function handleInstalls(
  core: Core,
  { chooseSource, confirm }: Pick<WindowPorts, 'chooseSource' | 'confirm'>,
  personHome = homedir(),
) {
  const installing = openInstaller({
    ...{ home: core.home, personHome, publish: core.publish },
    bundled: () => core.registry().skills.flatMap(({ name, origin }) => (origin === 'bundled' ? [name] : [])),
    failed: (error) => core.reportBug(error, 'quarantine'),
  })

  return {
    'skill.adoptable': on({}, async () =>
      reply({ skills: await listAdoptable(personHome, await installing.listInstalled()) }),
    ),
    'skill.choose': on({ kind: oneOf(['folder', 'zip']) }, async ({ kind }) =>
      reply({ source: await chooseSource(kind) }),
    ),
    /** An address is fetched only if the system dialog that shows it is answered with yes. */
    'skill.stage': on({ source: string(4096, 1) }, async ({ source }): Promise<Reply<Staging>> => {
      const address = source.trim()
      const title = say('Download')
      const host = URL.parse(address)?.host ?? ''
      const question = { title, message: say('Download from {host}?', { host }), detail: address, action: title }
      if (/^https:/i.test(address) && !(await confirm(question))) return refuse('NOT_CONFIRMED', 'skill-not-downloaded')
      return reply(await installing.stage(source, personHome))
    }),
    /** A skill that a server offers, verified against its reviewed list. */
    'skill.stageServed': on({ skill: name, server: name, uri }, async (wanted): Promise<Reply<Staging>> => {
      const served = await fetchServedSkill(wanted, core)
      return served.ok ? reply(await installing.stage(served.value, personHome)) : served
    }),
    'skill.unstage': on({ token: id }, async ({ token }) => reply({ dropped: await installing.unstage(token) })),
    'skill.install': on(
      { token: id, names: listOf(string(64), 2000), replace: optional(flag) },
      async ({ token, names, replace = false }) => {
        const installation = await installing.settle(token, names, replace)
        if (!installation) return refuse('STAGING_UNKNOWN', 'staging-gone')
        if (installation.installed.length > 0) await core.restock()
        return reply(installation)
      },
    ),
  }
}
