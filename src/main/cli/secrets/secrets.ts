import { fail, need } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { askApp, withCore } from '#main/cli/open'
import { alignColumns, toLine } from '#main/cli/print'
import { readInput } from '#main/cli/read-input'
import { checkName, checkValue, LONGEST_VALUE, openKeyStore } from '#main/secrets/key-store'
import { type Reply, reply } from '#shared/requests/requests'
import { askHidden } from './ask-hidden.ts'

/** Names need no key. */
function openNames(home: string) {
  const secrets = openKeyStore(home, null)
  const problem = secrets.missing()
  return problem?.code === 'secrets-unreadable' ? fail('FAILED', problem) : secrets
}

export async function secretsList({ home }: Invocation): Promise<Output> {
  const secrets = openNames(home).list()
  const rows = secrets.map(({ name, changedAt, grants }) =>
    [name, `of ${changedAt.slice(0, 10)}`, grants.length > 0 ? `for ${grants.join(', ')}` : 'for no tool'].map(toLine),
  )
  return { json: { secrets }, lines: rows.length > 0 ? alignColumns(rows) : ['no secret is saved'] }
}

export async function secretsSet(invocation: Invocation): Promise<Output> {
  const [name = ''] = invocation.words
  const wrong = checkName(name)
  if (wrong) fail('USAGE', wrong)
  const saved = await askApp<Reply<unknown>>(invocation, 'secret.set', async () => ({
    ...{ name, value: await readValue(name, invocation) },
  }))
  if (!saved) return fail('SECRET_REFUSED', 'only the open app can seal a secret. Open Skillet, then do this again.')
  need(saved)
  return { json: { ok: true, name }, lines: [`${name} is saved`] }
}

async function readValue(name: string, { stdin, stderr, signal }: Invocation): Promise<string> {
  const isTyped = 'isTTY' in stdin && stdin.isTTY === true
  const read = isTyped
    ? await askHidden(`Value of ${name}: `, { stdin, stderr })
    : await readInput(stdin, LONGEST_VALUE + '\r\n'.length, signal)
  const value = read?.replace(/\r?\n$/, '') ?? ''
  const wrong = /[\uFFFD\0]/.test(value) ? 'the value is no text in UTF-8.' : checkValue(value)
  return wrong ? fail('USAGE', wrong) : value
}

export async function secretsRemove(invocation: Invocation): Promise<Output> {
  const [name = ''] = invocation.words
  const known = openNames(invocation.home).list()
  if (known.every((each) => each.name !== name)) fail('USAGE', `there is no secret ${name}. See: skillet secrets list`)
  const removed = await askApp<Reply<unknown>>(invocation, 'secret.remove', () => ({ name }))
  need(removed ?? (await removeAlone(name, invocation)))
  return { json: { ok: true, name }, lines: [`${name} is removed`] }
}

/** As the owner of the record, so that no app writes the file meanwhile. It is read after that. */
const removeAlone = (name: string, invocation: Invocation) =>
  withCore(invocation, async ({ home }) => {
    await openNames(home).remove(name)
    return reply({ removed: true })
  })
