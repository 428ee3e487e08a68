import type { Rule, RuleProposal, RuleRow } from '#shared/call/rule'
import type { ApprovalAsked, Fact } from '#shared/facts'
import { message } from '#shared/messages/message'
import { plan, tell, unknown } from './facts.ts'
import { BASE } from './stories.ts'

const at = (days: number) => new Date(BASE + days * 86_400_000).toISOString()

const made = (more: Partial<Rule>): Rule => ({
  ...{
    id: 'd3b07384d113',
    effect: 'allow',
    skill: 'disk-care',
    skillHash: '8f3a',
    toolSpec: 'spec',
    tool: 'folder_sizes',
  },
  ...{ scope: { kind: 'until', from: at(-3), at: at(27) }, createdFrom: 'digest' },
  ...more,
})

export const RULES: RuleRow[] = [
  {
    rule: made({ id: 'f1a2b3c4d5e6', effect: 'deny', tool: 'push', skill: 'git', scope: { kind: 'always' } }),
    ...{ madeAt: at(-60), uses: 2, lastUsed: at(-41), isUnused: true },
  },
  {
    rule: made({ id: 'a9c8e7d6b5a4', tool: 'photo_resize', skill: 'photo-tools', args: { file: { any: true } } }),
    ...{ madeAt: at(-20), uses: 0, idle: 'tool-changed', isUnused: false },
  },
  {
    rule: made({ args: { folder: { under: '/home/you' } } }),
    ...{ madeAt: at(-3), uses: 14, lastUsed: at(-0.2), isUnused: false },
  },
]

const proposals: RuleProposal[] = [
  { choice: 'chat', rule: made({ tool: 'cache_clear', scope: { kind: 'chat', chat: 'disk' } }) },
  { choice: 'values', rule: made({ tool: 'cache_clear', args: { folder: { equals: '/home/you/.cache/pip' } } }) },
  { choice: 'place-1', rule: made({ tool: 'cache_clear', args: { folder: { under: '/home/you/.cache' } } }) },
  { choice: 'never', rule: made({ tool: 'cache_clear', effect: 'deny', scope: { kind: 'always' } }) },
].map(({ choice, rule: { id, ...rule } }) => ({ choice, rule }))

/** Two at once: one that ran by a rule before, one that changed after it was approved, one that follows what a page said. */
export function decisionsStory(): Fact[] {
  const args = { folder: '/home/you/.cache/pip' }
  const sizes = plan('folder_sizes', 'sssm', ['du', '-xh', '--max-depth=1', '/home/you'])
  const purge = plan('cache_clear', 'ssssm', ['pip', 'cache', 'purge', '--cache-dir', args.folder], {
    ...{ risk: unknown('pip cache purge'), sandbox: 'partial' },
    confinement: { word: 'partial', network: false, writable: ['/home/you/.cache/pip'], hidden: ['/home/you/.ssh'] },
  })
  const told = tell('disk', BASE).open('Why is the disk full?').ask('Clean up what is safe to clean.')
  told.call('sizes', 'folder_sizes', { folder: '/home/you' })
  told.add({
    ...{ type: 'approval.answered', call: 'sizes', digest: sizes.digest, decision: 'once', by: 'rule' },
    rule: 'd3b07384d113',
  })
  told.run('sizes', sizes).finish('sizes', { exitCode: 1, ms: 3100 })
  const asked: ApprovalAsked = {
    ...{ type: 'approval.asked', call: 'purge', digest: purge.digest, plan: purge },
    ...{
      verdict: { kind: 'ask', reason: message('why-changed'), more: [message('risk-may-change', { name: 'pip' })] },
      proposals,
    },
    differs: [
      { field: 'cwd', was: '"/home/you/Downloads"', is: '"/home/you"' },
      { field: 'env PIP_CACHE_DIR', was: message('one-value'), is: message('another-value') },
    ],
  }
  told.add({ type: 'call.requested', call: 'purge', tool: 'cache_clear', args, followsUntrusted: true }).add(asked)
  const list = plan('list_files', 'ssm', ['ls', '-t', '/home/you/Downloads'])
  told.call('ls', 'list_files', { folder: '/home/you/Downloads' }).approve('ls', list)
  return told.facts
}
