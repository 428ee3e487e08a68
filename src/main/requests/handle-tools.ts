import { randomUUID } from 'node:crypto'
import { runExamples } from '#main/calls/run-examples'
import { readConfig, writeConfig } from '#main/calls/tool-config'
import type { Question, WindowPorts } from '#main/electron/window-ports'
import { checkConfig } from '#main/gate/check-config'
import type { Core } from '#main/open-core'
import { innerHostsOf } from '#main/runners/opened'
import { isObject, type Json, type JsonObject, ownOf, toText, valueAt } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { StoredRecord } from '#shared/records'
import { refuse, reply } from '#shared/requests/requests'
import { optional, string } from '#shared/schema'
import type { ConfigField, OptionsSource } from '#shared/skill/tool-code'
import { toVisible } from '#shared/visible'
import { readArgs } from './handle-calls.ts'
import { count, flag, id, name, on, saveAs, name as tool } from './request.ts'

const text = string(1000)
const MOST_OPTIONS = 500

type Confirming = Pick<WindowPorts, 'confirm'>

/** A name may come from anybody. */
const sure = ({ confirm }: Confirming, { message, ...question }: Question) =>
  confirm({ ...question, message: toVisible(message).text })

const mayGive = (window: Confirming, secret: string, tool: string, skill: string) =>
  sure(window, {
    title: say('Give this secret to the tool?'),
    message: say('{secret} for {tool} of {skill}', { secret, tool, skill }),
    detail: say('The tool gets the value and can send it to the hosts it may reach. A change of the tool ends it.'),
    action: say('Give'),
  })

export function handleToolSettings(core: Core, window: Confirming) {
  const { secrets, ledger } = core
  const find = (name: string) => {
    const found = core.registry().find(name)
    const holder = found.ok ? core.holderOf(found.skill.name, found.tool.name) : null
    return found.ok && holder ? { ...found, holder, fields: found.tool.code?.fields ?? [] } : null
  }

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
    'tool.settings': on({ tool }, async ({ tool }) => {
      const found = find(tool)
      if (!found) return refuse('TOOL_UNKNOWN', 'no-such-tool', { tool, names: '' })
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
    'tool.saveSettings': on({ tool, values: string(200_000) }, async ({ tool, values }) => {
      const found = find(tool)
      const read = readArgs(values)
      if (!found || found.fields.length === 0) return refuse('TOOL_UNKNOWN', 'tool-has-no-form', { tool })
      if (!read.ok) return refuse('ARGS_INVALID', read.message)
      const { fields, holder, skill } = found
      const own = fields.flatMap(({ key }) => {
        const value = ownOf(read.args, key)
        return value === undefined || value === null || value === '' ? [] : [[key, value]]
      })
      const kept: JsonObject = Object.fromEntries(own)
      const problems: Record<string, Message> = await checkConfig(fields, kept)
      const chosen = fields.flatMap(({ key, uiType }) => {
        const id = uiType === 'secret-select' ? ownOf(kept, key) : undefined
        return id === undefined ? [] : [{ key, name: secrets.nameOf(toText(id)) }]
      })
      const options = secrets
        .list()
        .map(({ name }) => name)
        .join(', ')
      for (const { key, name } of chosen) if (name === null) problems[key] ??= message('config-no-option', { options })
      if (Object.keys(problems).length > 0) return reply({ saved: false, problems })
      for (const { name } of chosen) {
        if (name === null || secrets.version(name, holder) !== null) continue
        if (!(await mayGive(window, name, found.tool.name, skill.name))) return reply({ saved: false, problems })
        await secrets.grant(name, holder)
      }
      if (!(await writeConfig(ledger.records, holder.name, kept))) return refuse('ARGS_INVALID', 'store-full')
      return reply({ saved: true, problems })
    }),

    /** From the store, or by an ordinary call: asked about, recorded, and listed in the activity. */
    'tool.options': on({ tool, field: text }, async ({ tool, field }) => {
      const source = find(tool)?.fields.find(({ key }) => key === field)?.source
      if (!source) return refuse('TOOL_UNKNOWN', 'tool-has-no-form', { tool })
      const found = source.from === 'store' ? await findOptions(source) : await fetchOptions(source)
      if (!found.ok) return refuse('OPTIONS_UNREAD', found.why)
      const options = found.rows.slice(0, MOST_OPTIONS).flatMap(([value, label]) => {
        if (value === undefined || value === null || typeof value === 'object') return []
        return [{ value, label: toText(label ?? value) }]
      })
      if (options.length === 0) return refuse('OPTIONS_UNREAD', 'options-unreadable')
      return reply({ options })
    }),

    'tool.grantHost': on({ tool, host: text, granted: flag }, async ({ tool, host, granted }) => {
      const found = find(tool)
      if (!found || !innerHostsOf(found.tool).includes(host)) {
        return refuse('TOOL_UNKNOWN', 'tool-names-no-host', { tool, host })
      }
      const { name, spec } = found.holder
      if (!granted) {
        await core.publish({ type: 'host.revoked', chat: null, tool: name, host })
        return reply({ granted })
      }
      const question = {
        title: say('Let this tool connect there?'),
        message: say('{tool} of {skill}: {host}', { tool: found.tool.name, skill: found.skill.name, host }),
        detail: say(
          'It leads to this computer or its network, where programs may trust whoever connects. A change of the tool ends it.',
        ),
        action: say('Allow'),
      }
      if (!(await sure(window, question))) return reply({ granted: false })
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

const PAGE = 50

/** Records of tools and their secrets. Whatever gives a tool more is confirmed outside the page. */
export function handleStored(core: Core, window: Pick<WindowPorts, 'confirm' | 'chooseTarget'>) {
  const { secrets, ledger } = core

  return {
    /** Includes tools that ask for secrets that do not exist yet. */
    'secret.list': on({}, async () => {
      const missing = secrets.missing()
      const rows = secrets.list()
      const asks = core.registry().skills.flatMap((skill) =>
        skill.tools.flatMap(({ name: tool, runtime }) => {
          const wanted = runtime.kind === 'code' ? (runtime.secrets ?? []) : []
          return wanted.map((secret) => {
            const isGranted = core.isSecretGranted(secret, skill.name, tool)
            return { secret, skill: skill.name, tool, isGranted }
          })
        }),
      )
      return reply({ secrets: rows, asks, ...(missing && { missing }) })
    }),

    'secret.set': on({ name, value: string(20_000) }, async ({ name, value }) => {
      const problem = await secrets.set(name, value)
      return problem ? refuse('SECRET_REFUSED', problem) : reply({ set: true })
    }),

    'secret.remove': on({ name }, async ({ name }) => {
      const question = {
        ...{ title: say('Remove this secret?'), message: name, action: say('Remove') },
        detail: say('Tools that need it do not run until you add it again. Its value cannot be restored.'),
      }
      if (!(await sure(window, question))) return reply({ removed: false })
      await secrets.remove(name)
      return reply({ removed: true })
    }),

    'secret.grant': on({ name, skill: name, tool: name }, async ({ name, skill, tool }) => {
      if (!(await mayGive(window, name, tool, skill))) return reply({ granted: false })
      return reply({ granted: await core.grantSecret(name, skill, tool) })
    }),

    'secret.revoke': on({ name, holder: name }, async ({ name, holder }) => {
      await secrets.revoke(name, holder)
      return reply({ revoked: true })
    }),

    /** Newest first, with a count for each schema. */
    'record.search': on({ text, offset: count, schema: optional(name) }, async ({ text, offset, schema }) => {
      const query = { text, offset, limit: PAGE, ...(schema && { schemas: [schema] }) }
      const [found, listed] = await Promise.all([
        ledger.records({ do: 'search', query }),
        ledger.records({ do: 'schemas' }),
      ])
      if (!found.ok || !('found' in found) || !listed.ok || !('schemas' in listed)) {
        return refuse('RECORD_UNKNOWN', 'store-gone')
      }
      return reply({ ...found.found, schemas: listed.schemas })
    }),

    'record.delete': on({ id }, async ({ id }) => {
      const found = await ledger.records({ do: 'get', id })
      if (!found.ok || !('record' in found)) return refuse('RECORD_UNKNOWN', 'store-gone')
      const { title, schema_name } = found.record
      const question = {
        ...{ title: say('Delete this record?'), message: title || schema_name, action: say('Delete') },
        detail: say('The tool that stored it does not find it again.'),
      }
      if (!(await sure(window, question))) return reply({ deleted: false })
      await ledger.records({ do: 'delete', id })
      return reply({ deleted: true })
    }),

    /** One line of JSON each; null if the person chose no file. */
    'record.export': on({ schema: optional(name) }, ({ schema }) =>
      saveAs(window, `${schema ? schema.replace(/[^\w.-]/g, '-') : 'records'}.jsonl`, () =>
        readAll(ledger.records, schema),
      ),
    ),

    /** Each example is an ordinary call: asked about, recorded, and listed in the activity. */
    'tool.runExamples': on({ tool: name }, async ({ tool }) => {
      const found = core.registry().find(tool)
      if (!found.ok) return refuse('TOOL_UNKNOWN', found.error.message)
      const named = { name: found.tool.modelName, examples: found.tool.examples ?? [] }
      return reply({ results: await runExamples(named, core.runCall, new AbortController().signal) })
    }),
  }
}

async function* readAll(records: Core['ledger']['records'], schema: string | undefined): AsyncGenerator<string> {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const query = { limit, offset, ...(schema && { schemas: [schema] }) }
    const found = await records({ do: 'search', query })
    const page: StoredRecord[] = found.ok && 'found' in found ? found.found.records : []
    for (const record of page) yield `${JSON.stringify(record)}\n`
    if (page.length < limit) return
  }
}
