import { randomUUID } from 'node:crypto'
import { readConfig, writeConfig } from '#main/calls/tool-config'
import type { WindowPorts } from '#main/electron/app'
import { checkConfig, readOwn } from '#main/gate/check-config'
import type { Core } from '#main/open-core'
import { innerHostsOf } from '#main/runners/opened'
import { isObject, type Json, type JsonObject, valueAt } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import type { ConfigField, OptionsSource } from '#shared/skill/tool-code'
import { toVisible } from '#shared/visible'
import { readArgs } from './handle-calls.ts'
import { flag, on, name as tool } from './request.ts'

const text = { type: 'string', maxLength: 1000 } as const
const MOST_OPTIONS = 500

/** A tool's settings: its form, and the hosts on this computer or the local network that it may reach. */
export function handleToolSettings(core: Core, window: Pick<WindowPorts, 'confirm'>) {
  const { secrets, ledger } = core
  const find = (name: string) => {
    const found = core.registry().find(name)
    const holder = found.ok ? core.holderOf(found.skill.name, found.tool.name) : null
    return found.ok && holder ? { ...found, holder, fields: found.tool.code?.fields ?? [] } : null
  }
  const sure = (title: string, told: string, detail: string, action: string) =>
    window.confirm({ title, message: toVisible(told).text, detail, action })

  async function fetchOptions(source: Extract<OptionsSource, { from: 'address' }>) {
    const { run, succeeded, error, forModel } = await core.runCall({
      ...{ call: randomUUID(), chat: null, tool: source.tool, args: {}, caller: { kind: 'person' } },
      signal: new AbortController().signal,
    })
    if (!succeeded) return { ok: false, why: error?.message ?? message('as-reported', { text: forModel }) } as const
    const rows = listRows(run?.result)
    return { ok: true, rows: rows.map((row) => [row[source.valueField], row[source.labelField]] as const) } as const
  }

  async function findOptions(source: Extract<OptionsSource, { from: 'store' }>) {
    const { schema, tag, valuePath, labelPath } = source
    const query = { schemas: [schema], ...(tag !== undefined && { tags: [tag] }), limit: MOST_OPTIONS }
    const reply = await ledger.records({ do: 'search', query })
    const records = reply.ok && 'found' in reply ? reply.found.records : []
    const rows = records.map((record) => {
      const row = { ...record } as unknown as JsonObject
      return [readPath(row, valuePath), readPath(row, labelPath)] as const
    })
    return { ok: true, rows } as const
  }

  return {
    /** The saved values, or the defaults of the form. */
    'tool.settings': on(takes({ tool }), async ({ tool }) => {
      const found = find(tool)
      if (!found) return refuse('TOOL_UNKNOWN', message('no-such-tool', { tool, names: '' }))
      const { fields, holder } = found
      const kept = secrets.list().map(({ id, name }) => ({ id, name }))
      const saved = fields.length > 0 ? await readConfig(ledger.records, holder) : null
      const idOf = (field: ConfigField) => kept.find(({ name }) => name === field.secretName)?.id
      const first = fields.flatMap((field) => {
        const value = field.uiType === 'secret-select' ? idOf(field) : field.defaultValue
        return value === undefined ? [] : [[field.key, value]]
      })
      const granted = core.hostsOf(holder)
      return reply({
        ...{ fields, secrets: kept, isSaved: saved !== null },
        values: saved?.values ?? (Object.fromEntries(first) as JsonObject),
        problems: saved ? await checkConfig(fields, saved.values) : {},
        hosts: innerHostsOf(found.tool).map((host) => ({ host, isGranted: granted.includes(host) })),
      })
    }),

    /** A chosen secret must be granted to the tool, which a page cannot do. */
    'tool.saveSettings': on(
      takes({ tool, values: { type: 'string', maxLength: 200_000 } }),
      async ({ tool, values }) => {
        const found = find(tool)
        const read = readArgs(values)
        if (!found || found.fields.length === 0) return refuse('TOOL_UNKNOWN', message('tool-has-no-form', { tool }))
        if (!read.ok) return refuse('ARGS_INVALID', read.message)
        const { fields, holder, skill } = found
        const own = fields.flatMap(({ key }) => {
          const value = readOwn(read.args, key)
          return value === undefined || value === null || value === '' ? [] : [[key, value]]
        })
        const kept: JsonObject = Object.fromEntries(own)
        const problems: Record<string, Message> = await checkConfig(fields, kept)
        const chosen = fields.flatMap(({ key, uiType }) => {
          const id = uiType === 'secret-select' ? readOwn(kept, key) : undefined
          return id === undefined ? [] : [{ key, name: secrets.nameOf(String(id)) }]
        })
        const options = secrets
          .list()
          .map(({ name }) => name)
          .join(', ')
        for (const { key, name } of chosen)
          if (name === null) problems[key] ??= message('config-no-option', { options })
        if (Object.keys(problems).length > 0) return reply({ saved: false, problems })
        for (const { name } of chosen) {
          if (name === null || secrets.version(name, holder) !== null) continue
          const told = say('{secret} for {tool} of {skill}', { secret: name, tool: found.tool.name, skill: skill.name })
          const detail = say(
            'The tool gets the value and can send it to the hosts it may reach. A change of the tool ends it.',
          )
          if (!(await sure(say('Give this secret to the tool?'), told, detail, say('Give'))))
            return reply({ saved: false, problems })
          await secrets.grant(name, holder)
        }
        await writeConfig(ledger.records, holder.name, kept)
        return reply({ saved: true, problems })
      },
    ),

    /** From the store, or by an ordinary call: asked about, recorded, and listed in the activity. */
    'tool.options': on(takes({ tool, field: text }), async ({ tool, field }) => {
      const source = find(tool)?.fields.find(({ key }) => key === field)?.source
      if (!source) return refuse('TOOL_UNKNOWN', message('tool-has-no-form', { tool }))
      const found = source.from === 'store' ? await findOptions(source) : await fetchOptions(source)
      if (!found.ok) return refuse('OPTIONS_UNREAD', found.why)
      const options = found.rows.slice(0, MOST_OPTIONS).flatMap(([value, label]) => {
        if (value === undefined || value === null || typeof value === 'object') return []
        return [{ value, label: String(label ?? value) }]
      })
      if (options.length === 0) return refuse('OPTIONS_UNREAD', message('options-unreadable'))
      return reply({ options })
    }),

    'tool.grantHost': on(takes({ tool, host: text, granted: flag }), async ({ tool, host, granted }) => {
      const found = find(tool)
      if (!found || !innerHostsOf(found.tool).includes(host)) {
        return refuse('TOOL_UNKNOWN', message('tool-names-no-host', { tool, host }))
      }
      const { name, spec } = found.holder
      if (!granted) {
        await core.publish({ type: 'host.revoked', chat: null, tool: name, host })
        return reply({ granted })
      }
      const told = say('{tool} of {skill}: {host}', { tool: found.tool.name, skill: found.skill.name, host })
      const detail = say(
        'It leads to this computer or its network, where programs may trust whoever connects. A change of the tool ends it.',
      )
      if (!(await sure(say('Let this tool connect there?'), told, detail, say('Allow'))))
        return reply({ granted: false })
      await core.publish({ type: 'host.granted', chat: null, tool: name, spec, host })
      return reply({ granted })
    }),
  }
}

/** The result if it is a list, otherwise the first list in it. */
function listRows(result: Json | undefined): JsonObject[] {
  const list = isObject(result ?? null) ? Object.values(result as JsonObject).find(Array.isArray) : result
  return Array.isArray(list) ? list.map((each) => (isObject(each) ? each : { id: each, name: each })) : []
}

/** Reads a path such as `$.context.models[0].id`. */
export const readPath = (record: JsonObject, path: string): Json | undefined =>
  valueAt(record, path.match(/[\w-]+/g) ?? [])
