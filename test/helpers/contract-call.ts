import { inspectMachine, type Machine } from '#main/calls/machine'
import { type CallOutcome, type CallPorts, type CallRequest, makeRunCall } from '#main/calls/run-call'
import { makeServers } from '#main/servers/servers'
import type { Json } from '#shared/json'
import { asReported, message } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { UNDECIDED } from '#test/helpers/call-ports'
import { obey, type Subject } from '#test/helpers/contract-tools'

export async function machineFor({ hosts = [] }: Pick<Subject, 'hosts'>, cwd: string): Promise<Machine> {
  const machine = await inspectMachine({ cwd, skillFolders: [], sandbox: 'off' })
  const forCall = () => {
    const place = machine.forCall()
    return { ...place, given: { ...place.given, hosts } }
  }
  return { ...machine, forCall }
}

const takeTurn: CallPorts['takeTurn'] = async ({ prompt: { text }, signal }) => {
  const failure = { code: 'turn-failed', message: message('turn-failed', { reason: 'stopped' }) }
  if (text.includes('"fail"')) return { how: 'failed', text: '', failure }
  return obey(JSON.parse(text) as Json, signal).then(
    (answer) => ({ how: 'done', text: answer }),
    () => ({ how: 'canceled', text: '', failure }),
  )
}

interface Given extends Pick<CallPorts, 'record' | 'decide'>, Partial<Pick<CallPorts, 'rules'>> {
  cwd: string
}

export interface OpenSubject {
  call(text: string, given?: Partial<CallRequest>): Promise<CallOutcome>
  close(): Promise<void>
}

/** Everything that a call of this tool meets. */
export async function openSubject(subject: Subject, { cwd, ...given }: Given): Promise<OpenSubject> {
  const machine = await machineFor(subject, cwd)
  const callable = subject.callable()
  const { skill, tool } = callable
  const servers = makeServers({ machine, record: (fact) => given.record([fact]) })
  const runCall = makeRunCall({
    ...{ ...UNDECIDED, machine, takeTurn, tick: () => undefined, callServer: servers.call },
    ...given,
    find: () =>
      skill
        ? { ok: true, skill, tool: tool as Tool }
        : { ok: false, error: { code: 'TOOL_UNKNOWN', message: asReported('no such tool') } },
  })
  return {
    call: (text, more) =>
      runCall({
        ...{ chat: null, call: subject.title, tool: tool.name, args: subject.args(text) },
        ...{ signal: new AbortController().signal, caller: { kind: 'person' } },
        answer: (action) => obey(action.args),
        ...more,
      }),
    close: async () => void (await servers.close()),
  }
}
