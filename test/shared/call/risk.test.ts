import { describe, expect, it } from 'vitest'
import type { Origin, Plan, ResolverOutcome, RiskClass, Sandbox } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import { textOf } from '#shared/messages/message'
import { identity } from '#test/helpers/make-tool'
import { planOf, type Words } from '#test/helpers/plan-of'

type Planned = Words

const classifyRisk = (...[words, subcommand, sandbox]: Parameters<typeof planOf>) => {
  const risk = riskOf(planOf(words, subcommand, sandbox))
  return { ...risk, reasons: risk.reasons.map((reason) => textOf(reason)) }
}

function planned(command: string, more: Partial<Planned> & { realpath?: string } = {}): [Planned, string] {
  const [binary = '', ...rest] = command.split(' ')
  const [words, args] = [rest.join(' ').split(' -- ')[0] ?? '', []]
  const argv = [binary, ...words.split(' ').filter(Boolean), ...args]
  const { realpath = `/usr/bin/${binary}`, ...changes } = more
  const plan: Planned = {
    ...{ argv, origin: argv.map((): Origin => 'skill'), env: ['PATH'], notes: [], resolvers: [] },
    binary: { name: binary, path: realpath, identity: { ...identity, realpath } },
    ...changes,
  }
  return [plan, words]
}

function classOf(command: string, sandbox: Sandbox = 'none', more: Parameters<typeof planned>[1] = {}): RiskClass {
  return classifyRisk(...planned(command, more), sandbox).class
}

describe('the class of a plan', () => {
  it.each<[string, RiskClass, RiskClass, RiskClass]>([
    ['git status', 'B', 'C', 'C'],
    ['wc', 'B', 'C', 'C'],
    ['notesmd-cli create', 'C', 'C', 'C'],
    ['git commit', 'C', 'C', 'C'],
    ['rm', 'D', 'D', 'D'],
    ['notes delete', 'D', 'D', 'D'],
    ['git clean', 'D', 'D', 'D'],
    ['docker volume prune', 'D', 'D', 'D'],
    ['gh repo delete', 'D', 'D', 'D'],
    ['mkfs.ext4', 'D', 'D', 'D'],
    ['dd', 'D', 'D', 'D'],
    ['mount', 'D', 'D', 'D'],
    ['sudo', 'D', 'D', 'D'],
    ['bash', 'D', 'D', 'D'],
  ])('of %s is %s in the sandbox, %s half in it, %s without', (command, enforced, partial, none) => {
    expect([classOf(command, 'enforced'), classOf(command, 'partial'), classOf(command)]).toEqual([
      enforced,
      partial,
      none,
    ])
  })

  it.each(
    [
      ...'sh bash zsh dash fish python python3 python3.12 node deno perl ruby php lua env xargs find awk sed make npm npx pip docker sudo'.split(
        ' ',
      ),
      ...'ssh cmd powershell osascript rundll32 mshta'.split(' '),
    ].map((binary) => [binary]),
  )('of %s is D, because it can run any code', (binary) => {
    expect(classifyRisk(...planned(binary), 'enforced')).toMatchObject({
      class: 'D',
      reasons: [expect.stringMatching(/any code|more rights/)],
    })
  })

  it('is D for git with options before its command', () => {
    expect(classOf('git -c')).toBe('D')
    expect(classOf('git')).toBe('D')
  })

  it('follows a harmless name to where it leads', () => {
    expect(classOf('notes', 'enforced', { realpath: '/usr/bin/python3.11' })).toBe('D')
    expect(classOf('notes', 'enforced', { realpath: '/bin/rm' })).toBe('D')
    expect(classOf('wc', 'enforced', { realpath: '/bin/busybox' })).toBe('B')
  })
})

describe('what raises the class', () => {
  const raising = { element: 1, text: 'looks like an option', raises: true as const }
  const resolver = (outcome: ResolverOutcome) => ({
    param: 'x',
    kind: 'script' as const,
    argv: ['sh', 'x'],
    outcome,
    value: 'v',
  })

  it('is every note that says so, one class each, and never beyond D', () => {
    expect(classOf('git status', 'enforced', { notes: [raising] })).toBe('C')
    expect(classOf('git status', 'enforced', { notes: [raising, raising] })).toBe('D')
    expect(classOf('git commit', 'none', { notes: [raising, raising, raising] })).toBe('D')
    expect(classOf('git status', 'enforced', { notes: [{ element: 1, text: 'a remark' }] })).toBe('B')
  })

  it.each(['failed', 'empty', 'timed-out', 'not-found', 'refused'] as const)('is a resolver that %s', (outcome) => {
    const risk = classifyRisk(...planned('git commit', { resolvers: [resolver(outcome)] }), 'none')
    expect(risk).toMatchObject({
      class: 'D',
      reasons: [expect.any(String), expect.stringContaining(`(${outcome.replace('-', ' ')})`)],
    })
  })

  it.each(['resolved', 'scripts-off', 'not-run'] as const)('is not a resolver that is %s', (outcome) => {
    expect(classOf('git commit', 'none', { resolvers: [resolver(outcome)] })).toBe('C')
  })
})

describe('a forbidden environment', () => {
  it.each([
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'PYTHONPATH',
    'GIT_SSH_COMMAND',
    'PERL5OPT',
  ])('%s is X, whatever else is in the plan', (name) => {
    expect(classifyRisk(...planned('git status', { env: ['PATH', name] }), 'enforced')).toEqual({
      class: 'X',
      reasons: [`the environment may not contain ${name}`],
    })
  })

  it('does not include the one that keeps git quiet', () => {
    const env = [
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_KEY_0',
      'GIT_EDITOR',
      'GIT_PAGER',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LANG',
      'LC_ALL',
      'PATH',
      'TERM',
    ]
    expect(classOf('git status', 'enforced', { env })).toBe('B')
  })
})

it('gets reasons that a person can read', () => {
  const notes: Plan['notes'] = [
    { element: 2, text: 'looks like a path, and the skill does not declare one', raises: true },
  ]
  const [plan] = planned('git status', { notes, argv: ['git', 'status', '/etc'] })
  expect(classifyRisk(plan, 'status', 'none').reasons).toEqual([
    'reads only',
    'no sandbox enforces it',
    'argument 2 ("/etc") looks like a path, and the skill does not declare one',
  ])
})
