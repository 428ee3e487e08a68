import { runExamples } from '#main/calls/run-examples'
import { writeFile } from '#main/data-folder/write-file'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { StoredRecord } from '#shared/records'
import { refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { toVisible } from '#shared/visible'
import { count, id, name, on, writeChosen } from './request.ts'

const text = { type: 'string', maxLength: 1000 } as const
const PAGE = 50

/** Records of tools and their secrets. Whatever gives a tool more is confirmed outside the page. */
export function handleStored(core: Core, window: Pick<WindowPorts, 'confirm' | 'chooseTarget'>) {
  const { secrets, ledger } = core
  const sure = (title: string, told: string, detail: string, action: string) =>
    window.confirm({ title, message: toVisible(told).text, detail, action })

  return {
    /** Includes tools that ask for secrets that do not exist yet. */
    'secret.list': on(takes({}), async () => {
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

    'secret.set': on(takes({ name, value: { type: 'string', maxLength: 20_000 } }), async ({ name, value }) => {
      const problem = await secrets.set(name, value)
      return problem ? refuse('SECRET_REFUSED', problem) : reply({ set: true })
    }),

    'secret.remove': on(takes({ name }), async ({ name }) => {
      const detail = say('Tools that need it do not run until you add it again. Its value cannot be restored.')
      if (!(await sure(say('Remove this secret?'), name, detail, say('Remove')))) return reply({ removed: false })
      await secrets.remove(name)
      return reply({ removed: true })
    }),

    'secret.grant': on(takes({ name, skill: name, tool: name }), async ({ name, skill, tool }) => {
      const told = say('{secret} for {tool} of {skill}', { secret: name, tool, skill })
      const detail = say(
        'The tool gets the value and can send it to the hosts it may reach. A change of the tool ends it.',
      )
      if (!(await sure(say('Give this secret to the tool?'), told, detail, say('Give'))))
        return reply({ granted: false })
      return reply({ granted: await core.grantSecret(name, skill, tool) })
    }),

    'secret.revoke': on(takes({ name, holder: name }), async ({ name, holder }) => {
      await secrets.revoke(name, holder)
      return reply({ revoked: true })
    }),

    /** Newest first, with a count for each schema. */
    'record.search': on(takes({ text, offset: count }, { schema: name }), async ({ text, offset, schema }) => {
      const query = { text, offset, limit: PAGE, ...(schema && { schemas: [schema] }) }
      const [found, listed] = await Promise.all([
        ledger.records({ do: 'search', query }),
        ledger.records({ do: 'schemas' }),
      ])
      if (!found.ok || !('found' in found) || !listed.ok || !('schemas' in listed)) {
        return refuse('RECORD_UNKNOWN', message('store-gone'))
      }
      return reply({ ...found.found, schemas: listed.schemas })
    }),

    'record.delete': on(takes({ id }), async ({ id }) => {
      const found = await ledger.records({ do: 'get', id })
      if (!found.ok || !('record' in found)) return refuse('RECORD_UNKNOWN', message('store-gone'))
      const { title, schema_name } = found.record
      const detail = say('The tool that stored it does not find it again.')
      if (!(await sure(say('Delete this record?'), title || schema_name, detail, say('Delete'))))
        return reply({ deleted: false })
      await ledger.records({ do: 'delete', id })
      return reply({ deleted: true })
    }),

    /** One line of JSON each; null if the person chose no file. */
    'record.export': on(takes({}, { schema: name }), async ({ schema }) => {
      const file = await window.chooseTarget(`${schema ? schema.replace(/[^\w.-]/g, '-') : 'records'}.jsonl`)
      if (file === null) return reply({ file })
      return writeChosen(file, async () => {
        await writeFile(file, readAll(ledger.records, schema))
        return { file }
      })
    }),

    /** Each example is an ordinary call: asked about, recorded, and listed in the activity. */
    'tool.runExamples': on(takes({ tool: name }), async ({ tool }) => {
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
