import type { Fact } from '#shared/facts'
import { plan, tell, unknown } from './facts.ts'
import { BASE } from './stories.ts'

/** A chat that fills its model's context: cut off, misread, recovered, coerced, with messages waiting. */
export function fullStory(): Fact[] {
  const list = plan('list_files', 'ssm', ['ls', '-t', '/home/you/Downloads'], {
    risk: unknown('ls'),
    coercions: [{ param: 'limit', from: '20', to: 20 }],
  })
  const told = tell('disk', BASE).open('Everything I downloaded this year').ask('Sort what I downloaded by month.')
  told.add({
    type: 'context.fitted',
    ...{ numCtx: 8192, estimate: 6900 },
    bySource: { system: 420, tools: 1650, skills: 380, history: 1900, toolOutput: 2550 },
    withheld: [
      '8412 characters of the output of list_files (message 31)',
      '14 messages between message 3 and 16 (9120 characters)',
    ],
  })
  told.add({ type: 'call.requested', call: 'ls', tool: 'list_files', args: { limit: '20' }, recoveredFrom: 'content' })
  told.approve('ls', list).answer('ls', list, 'once').run('ls', list).finish('ls', { exitCode: 2, ms: 90 })
  told.add({ type: 'context.mismatched', estimate: 6900, promptEvalCount: 4098, numCtx: 8192 })
  told.say('The newest are from this week:\n\n```sh\nls -t ~/Downloads | head -20\n```\n\nBefore that there are')
  told.end('length')
  told.add({ type: 'message.queued', message: 'q1', text: 'And which of them did I never open?' })
  told.add({ type: 'message.queued', message: 'q2', text: 'Then move the installers to the trash.' })
  return told.facts
}
