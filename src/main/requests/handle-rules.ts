import { randomUUID } from 'node:crypto'
import type { Asked } from '#main/calls/approvals'
import type { LookUp } from '#main/calls/rules'
import type { Question, WindowPorts } from '#main/electron/window-ports'
import { mayReach, toProgram } from '#main/gate/rule-match'
import type { Core } from '#main/open-core'
import { hashToolSpec } from '#main/skills/spec-hash'
import { describe, lineOf } from '#shared/call/describe-action'
import { reasonsOf } from '#shared/call/risk'
import { describeRule, permits, type Rule } from '#shared/call/rule'
import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { oneOf, optional, string } from '#shared/schema'
import { POLICIES } from '#shared/settings/settings'
import { nameGiven } from '#shared/skill/needs'
import { executionsOf } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'
import { readArgs } from './handle-calls.ts'
import { askPolicy } from './handle-settings.ts'
import { access, id, on, sha256 } from './request.ts'

type Confirming = Pick<WindowPorts, 'confirm'>

const APPROVAL_UNKNOWN = message('approval-gone')

/** A person's decisions in the window. Those with lasting effects are confirmed outside the page. */
export function handleRules(core: Core, window: Confirming) {
  const confirming = new Set<string>()

  const lookUp: LookUp = (skillName, toolName) => {
    const skill = core.registry().skills.find(({ name }) => name === skillName)
    const tool = skill?.tools.find(({ name }) => name === toolName)
    if (!skill || !tool) return null
    const startsProgram = executionsOf(tool).length > 0
    return { isTrusted: skill.state === 'trusted', toolSpec: hashToolSpec(tool, skill.scripts), startsProgram }
  }

  return {
    /** False if the person declined in the system dialog; the approval keeps waiting. */
    'approval.answer': on(
      {
        call: id,
        digest: sha256,
        decision: oneOf(['once', 'deny', 'remember', 'open']),
        note: optional(string(2000)),
        choice: optional(id),
        access: optional(access),
        edited: optional(string(500_000)),
        preview: optional(sha256),
      },
      async ({ call, digest, decision, note, choice, access, edited, preview }) => {
        const asked = core.approvals.find(call, digest)
        if (!asked) return refuse('APPROVAL_UNKNOWN', APPROVAL_UNKNOWN)
        const proposal = asked.proposals.find((each) => each.choice === choice)
        if (decision === 'remember' && !proposal) {
          return refuse('RULE_UNKNOWN', 'rule-not-offered')
        }
        if (decision === 'open' && asked.plan.closed === undefined) {
          return refuse('FOLDER_REFUSED', 'nothing-closed')
        }
        const changed = edited === undefined ? null : await planEdited(core, call, edited)
        if (changed && !changed.ok) return refuse('APPROVAL_UNKNOWN', changed.message)
        if (changed && changed.asked.plan.digest !== preview) return refuse('APPROVAL_UNKNOWN', 'edit-stale')
        const question =
          decision === 'open'
            ? askOpening(asked, access)
            : findQuestion(changed?.asked ?? asked, decision, proposal && describeRule(proposal.rule))
        if (question) {
          if (confirming.has(call)) return refuse('APPROVAL_UNKNOWN', 'approval-being-confirmed')
          confirming.add(call)
          const isConfirmed = await window.confirm(question).finally(() => confirming.delete(call))
          if (!isConfirmed) return reply({ accepted: false })
        }
        const answer = {
          ...({ decision, by: 'person' } as const),
          ...(note && { note }),
          ...(choice && { choice }),
          ...(access && { access }),
          ...(changed && { edited: { args: changed.args, digest: changed.asked.plan.digest } }),
        }
        return core.approvals.answer(call, digest, answer)
          ? reply({ accepted: true })
          : refuse('APPROVAL_UNKNOWN', APPROVAL_UNKNOWN)
      },
    ),

    'chat.setPolicy': on({ chat: id, policy: oneOf([...POLICIES, 'default']) }, async ({ chat, policy }) => {
      if (!core.index.has(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
      const chosen = policy === 'default' ? core.settings().policy : policy
      const question = askPolicy(chosen, core.rules.ownPolicy(chat) ?? core.settings().policy)
      if (question && !(await window.confirm(question))) return reply({ changed: false })
      await core.publish({ type: 'chat.policy-changed', chat, policy })
      return reply({ changed: true })
    }),

    'rule.list': on({}, async () => {
      const damage = core.rules.damage()
      return reply({ rules: core.rules.list(lookUp), ...(damage !== undefined && { damage }) })
    }),

    'rule.revoke': on({ rule: id }, async ({ rule }) => {
      const row = core.rules.list(lookUp).find((each) => each.rule.id === rule)
      if (!row) return refuse('RULE_UNKNOWN', 'rule-gone')
      if (!permits(row.rule)) {
        const question = {
          ...{ title: say('Remove this rule?'), message: describeRule(row.rule), action: say('Remove') },
          detail: say('Your other rules and your approval mode then decide about this tool.'),
        }
        if (!(await window.confirm(question))) return refuse('NOT_CONFIRMED', 'rule-kept')
      }
      await core.publish({ type: 'rule.revoked', chat: null, rule })
      return reply({ revoked: true })
    }),

    /** Makes the same rule for the program as it is now. */
    'rule.renew': on({ rule: id }, async ({ rule: old }) => {
      const row = core.rules.list(lookUp).find((each) => each.rule.id === old)
      if (row?.idle !== 'program-unnamed') return refuse('RULE_UNKNOWN', 'rule-gone')
      const program = await findProgram(core, row.rule)
      if (!program) return refuse('RULE_UNKNOWN', 'rule-program-unclear')
      const rule = { ...row.rule, id: randomUUID(), program, reaches: mayReach(row.rule) }
      const question = {
        ...{ title: say('Save this rule?'), message: describeRule(rule), action: say('Renew') },
        detail: toVisible(program.realpath).text,
      }
      if (!(await window.confirm(question))) return refuse('NOT_CONFIRMED', 'rule-kept')
      const facts = [{ type: 'rule.revoked', rule: old } as const, { type: 'rule.made', rule } as const]
      await core.publish(...facts.map((fact) => ({ ...fact, chat: null })))
      return reply({ renewed: true })
    }),
  }
}

/** The only program that a rule's tool starts; null if there are several or none. */
async function findProgram(
  { registry, machine }: Core,
  { skill: name, tool: wanted }: Rule,
): Promise<Rule['program'] | null> {
  const skill = registry().skills.find((each) => each.name === name)
  const tool = skill?.tools.find((each) => each.name === wanted)
  const runtime = tool?.runtime
  const served =
    runtime?.kind === 'mcp' && runtime.server.start.kind === 'command' ? [runtime.server.start.command] : []
  const [binary, ...others] = new Set(tool ? [...executionsOf(tool).map(({ binary }) => binary), ...served] : [])
  if (binary === undefined || others.length > 0) return null
  const found = await machine.forCall().findBinary(binary)
  return found.ok ? toProgram(found) : null
}

type Edited = { ok: true; args: JsonObject; asked: Pick<Asked, 'plan' | 'verdict'> } | { ok: false; message: Message }

/** Plans the edited call again instead of trusting what the page showed. */
async function planEdited({ ledger, plan }: Core, call: string, text: string): Promise<Edited> {
  const [requested] = await ledger.read({ calls: [call], types: ['call.requested'], limit: 1 })
  const read = readArgs(text)
  if (!read.ok) return read
  if (requested?.type !== 'call.requested') return { ok: false, message: APPROVAL_UNKNOWN }
  const planned = await plan({ tool: requested.tool, args: read.args, chat: requested.chat })
  return planned.ok ? { ok: true, args: read.args, asked: planned } : { ok: false, message: planned.error.message }
}

/** Null if the page's own button is enough: for denying, and for one run that can do little harm. */
function findQuestion(
  { plan, verdict }: Pick<Asked, 'plan' | 'verdict'>,
  decision: string,
  rule: string | undefined,
): Question | null {
  if (decision === 'deny') return null
  const facts = describe(plan.action).map(({ name, text }) => `${sayMessage(name)}: ${toVisible(shorten(text)).text}`)
  const skill = say('Skill: {skill}', { skill: toVisible(plan.skill).text })
  const { needs = [] } = plan.grants
  const names = needs.map((id) => sayMessage(nameGiven(id))).join(', ')
  const given = needs.length > 0 ? [say('It also gets: {names}', { names })] : []
  const detail = [toVisible(shorten(lineOf(plan.action))).text, '', ...facts, ...given, skill].join('\n')
  if (decision === 'remember' && rule !== undefined) {
    return { title: say('Save this rule?'), message: rule, detail, action: say('Always allow…') }
  }
  if ((verdict.class ?? plan.risk.class) !== 'D') return null
  return {
    title: say('Run this once?'),
    message: toVisible(reasonsOf(verdict).map(sayMessage).join('; ')).text,
    detail,
    action: say('Run once'),
  }
}

/** Null for reading, where the page's own button is enough. */
function askOpening({ plan: { closed = [] } }: Asked, access: 'read' | 'write' = 'read'): Question | null {
  if (access === 'read') return null
  const title = sayMessage(message('dialog-open-to-write'))
  const folders = [...new Set(closed.map(({ folder }) => toVisible(folder).text))]
  const detail = sayMessage(message('dialog-opened-to-write', { who: message('of-this-chat') }))
  return { title, message: folders.join('\n'), detail, action: title }
}

const MOST_SHOWN = 2000

/** The page shows all of it; a system dialog would outgrow the screen. */
function shorten(command: string): string {
  if (command.length <= MOST_SHOWN) return command
  const half = MOST_SHOWN / 2
  return [
    command.slice(0, half),
    say('… ({count} characters, shown in Skillet) …', { count: command.length - MOST_SHOWN }),
    command.slice(-half),
  ].join(' ')
}
