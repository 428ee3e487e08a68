import { describe, expect, test } from 'vitest'
import { readJson } from '#main/formats/json-scan'
import { checkArgv } from '#main/gate/check-argv'
import { checkPaths } from '#main/gate/check-paths'
import { judge } from '#main/gate/judge'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { validateArguments } from '#main/gate/validate-arguments'
import type { Origin, PlacedValue, Plan, ResolverOutcome, Sandbox } from '#shared/call/plan'
import { reasonsOf, riskOf } from '#shared/call/risk'
import { isObject, type Json } from '#shared/json'
import { DE } from '#shared/messages/de'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message, textOf } from '#shared/messages/message'
import { ARGS, makeJudgedPlan, makeRule, makeStanding } from '#test/helpers/make-standing'
import { identity, makeTool } from '#test/helpers/make-tool'
import { planOf, type Words } from '#test/helpers/plan-of'
import { readDescriptor, richDescriptor } from '#test/main/formats/descriptors'
import { pathsOf, replaceAt } from '#test/main/formats/json-edits'
import { englishIn } from './english-in.ts'

/** Those that were left as they are, or in which English is left. */
const leftEnglish = (found: readonly (Message | string)[]) =>
  found
    .map((message) => [textOf(message), inGerman(message)] as const)
    .filter(([english, german]) => german === english || englishIn(german).length > 0)

const inGerman = (message: Message | string) => textOf(message, DE)

function riskFor(command: string, sandbox: Sandbox, more: Partial<Words> = {}): Plan['risk'] {
  const [name = '', ...words] = command.split(' ')
  const argv = [name, ...words]
  const binary = { name, path: `/usr/bin/${name}`, identity: { ...identity, realpath: `/usr/bin/${name}` } }
  const plan = {
    argv,
    origin: argv.map((): Origin => 'skill'),
    env: ['PATH'],
    notes: [],
    resolvers: [],
    binary,
    ...more,
  }
  return riskOf(planOf(plan, words.join(' '), sandbox))
}

const OUTCOMES: ResolverOutcome[] = ['failed', 'empty', 'timed-out', 'not-found', 'refused']
const RISKS = (['enforced', 'partial', 'none'] as const).flatMap((sandbox) => [
  ...['git status', 'git push', 'rm', 'sudo', 'bash', 'gh repo delete'].map((command) => riskFor(command, sandbox)),
  riskFor('git status', sandbox, { env: ['LD_PRELOAD', 'NODE_OPTIONS'] }),
  ...OUTCOMES.map((outcome) =>
    riskFor('git log', sandbox, {
      resolvers: [{ param: 'p', kind: 'command', argv: ['x'], outcome, value: '' }],
      notes: [
        { element: 1, text: message('note-option'), raises: true },
        { element: -1, text: message('note-invisible'), raises: true },
      ],
    }),
  ),
])

describe('in German, no English is left', () => {
  test('in why a command is in its class', () => {
    expect(leftEnglish(RISKS.flatMap(({ reasons }) => reasons))).toEqual([])
  })

  test('in any verdict about it', () => {
    const standings = [
      ...[
        {},
        { isTainted: true },
        { isFirstAfterChange: true },
        { wasDeclined: true },
        { policy: 'changes' as const, isModelLocal: true },
      ],
      { policy: 'trusted' as const },
    ].map((more) => makeStanding(more))
    const rules = [{}, { effect: 'deny' as const }, { effect: 'ask' as const }].map((rule) =>
      makeStanding({ rules: [makeRule({ ...rule, scope: { kind: 'always' } })] }),
    )
    const verdicts = [...standings, ...rules].flatMap((standing) =>
      RISKS.flatMap((risk) =>
        [true, false].map((isTrusted) =>
          judge({ ...makeJudgedPlan('C'), risk }, ARGS, { ...standing, isSkillTrusted: isTrusted }),
        ),
      ),
    )
    expect(new Set(verdicts.map(({ kind }) => kind)).size).toBe(3)
    expect(leftEnglish(verdicts.flatMap(reasonsOf))).toEqual([])
  })

  test('in notes and refusals about a value', async () => {
    const texts = [
      '-x',
      '-5',
      '@file',
      '../up',
      'https://a.example',
      'a\u202eb',
      'a\0b',
      '\ud800',
      'x'.repeat(140_000),
      'secret',
    ]
    const placed = (text: string, more: Partial<PlacedValue>): PlacedValue => ({
      ...{ param: 'p', place: 'positional', text, origin: 'model', elements: [1], wantsNumber: true, wantsUrl: false },
      ...{ allowLeadingDash: false, readPath: false, writePath: false, denyPattern: '^secret', ...more },
    })
    const ways: Partial<PlacedValue>[] = [
      {},
      { allowLeadingDash: true, wantsNumber: false },
      { wantsNumber: false },
      { denyPattern: '(a)\\1' },
    ]
    const found: (Message | string)[] = []
    for (const text of texts) {
      for (const way of ways) {
        const checked = await checkArgv({ argv: ['x', text], values: [placed(text, way)], env: {}, platform: 'linux' })
        found.push(...(checked.ok ? checked.notes.map((note) => note.text) : [checked.error.message]))
      }
    }
    for (const path of ['~/x', 'file:///x', '/etc/passwd', '\\\\host\\x', 'c:x', 'a:b', 'PROGRA~1', 'x. ', 'con']) {
      const ports = { cwd: '/w', runsIn: '/w', roots: ['/w'], realAncestor: async (at: string) => at }
      for (const platform of ['linux', 'win32'] as const) {
        const refused = await checkPaths(['x', path], [placed(path, { readPath: true })], { ...ports, platform })
        if (refused) found.push(refused.message)
      }
    }
    expect(found.length).toBeGreaterThan(40)
    expect(leftEnglish(found)).toEqual([])
  })

  test('in problems of arguments', async () => {
    const properties = {
      text: { type: 'string', minLength: 2, maxLength: 4, pattern: '^a' },
      count: { type: 'integer', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
      list: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
      word: { enum: ['one', 'two'] },
    }
    const wrong: unknown[] = [
      ...[5, null, undefined, 'x', [1], { other: 1 }, { one: 1, other: 2 }, {}, { text: 'ab', count: 2n }],
      ...[{ text: 'b' }, { text: 'abcdef' }, { text: 'bbb' }, { text: {} }, { text: ['a'] }],
      ...[{ count: 0 }, { count: 9 }, { count: 3 }, { count: 1e300 }, { count: 'x' }, { list: 'x' }],
      ...[{ list: [] }, { list: ['a', 'b', 'c'] }, { list: ['a', 'a'] }, { word: 'x' }],
    ]
    const found: (Message | string)[] = []
    for (const given of wrong) {
      const required = isObject(given) && Object.keys(given).length === 0 ? ['text'] : []
      const answer = await validateArguments(makeTool({ properties, required }), given)
      if (!answer.ok) found.push(answer.error.message)
    }
    expect(found.length).toBe(wrong.length)
    expect(leftEnglish(found)).toEqual([])
  })

  test('in problems of a descriptor, wherever they are', () => {
    const checks = { schema: checkSchema, pattern: checkPattern }
    const rich = richDescriptor() as unknown as Json
    const puts: (Json | undefined)[] = [undefined, null, 7, '', 'a b', '-x', [], [7], {}, { colour: 1, path: 2 }, '\0']
    const diagnostics: Diagnostic[] = pathsOf(rich).flatMap((path) =>
      puts.flatMap((put) => {
        const changed = replaceAt(rich, path, put)
        return isObject(changed) || Array.isArray(changed)
          ? readDescriptor({ 'tools.json': changed }, { checks, scripts: ['find.sh'] }).diagnostics
          : []
      }),
    )
    expect(new Set(diagnostics.map(({ code }) => code)).size).toBeGreaterThan(8)
    expect(leftEnglish(diagnostics.flatMap(({ message, remedy }) => [message, remedy]))).toEqual([])
  })

  test('in problems of a file’s syntax', () => {
    const texts = [
      '',
      '{',
      '{"a":1,}',
      '[1,]',
      '{a:1}',
      '{"a" 1}',
      '[1 2]',
      '{} x',
      "{'a':1}",
      '// x',
      '["\\q"]',
      '["a\nb"]',
      '[01]',
      '[tru]',
      '{"a":1,"a":2}',
      '["a',
      '["\u0001"]',
      '[',
      '[}',
      '{"a":}',
      '{1:2}',
      '{"a":1 "b":2}',
      '['.repeat(200),
    ]
    const diagnostics = texts.flatMap((text) => readJson('tools.json', Buffer.from(text)).diagnostics)
    expect(diagnostics.length).toBeGreaterThanOrEqual(texts.length)
    expect(leftEnglish(diagnostics.flatMap(({ message, remedy }) => [message, remedy]))).toEqual([])
  })
})
