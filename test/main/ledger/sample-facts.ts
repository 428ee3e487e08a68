import type { Plan } from '#shared/call/plan'
import type { NewFact } from '#shared/facts'
import { type FlatPlan, makePlan as readFlat } from '#test/helpers/make-plan'

export function makeMessage(content: string, chat = 'chat-1'): NewFact {
  return { type: 'message.added', chat, role: 'user', content }
}

export function makePlan(argv: string[], changes: Partial<FlatPlan> = {}): Plan {
  return readFlat({
    tool: 'disk_space',
    skill: 'system',
    skillHash: 'a'.repeat(64),
    argv,
    origin: argv.map((_, n) => (n === 0 ? 'skill' : 'model')),
    binary: { name: argv[0] ?? '', path: `/usr/bin/${argv[0]}` },
    cwd: '/home/someone',
    env: ['HOME', 'PATH'],
    stdin: null,
    tempFiles: [],
    timeoutMs: 30_000,
    resolvers: [],
    coercions: [],
    notes: [],
    risk: { class: 'A', reasons: ['It reads alone.'] },
    digest: 'b'.repeat(64),
    ...changes,
  })
}

export function startRun(run: string, call = `call of ${run}`): NewFact {
  return { type: 'run.started', chat: 'chat-1', call, run, plan: makePlan(['df', '-h', '/mnt']) }
}

export function finishRun(run: string, call = `call of ${run}`): NewFact {
  return {
    type: 'run.finished',
    chat: 'chat-1',
    call,
    run,
    stdoutSha256: 'c'.repeat(64),
    stderrSha256: 'd'.repeat(64),
    exitCode: 0,
    signal: null,
    timedOut: false,
    canceled: false,
    truncated: false,
    ms: 12,
    stdoutBytes: 400,
    stderrBytes: 0,
    survivors: [],
    forModel: 'Filesystem Size Used Avail',
  }
}
