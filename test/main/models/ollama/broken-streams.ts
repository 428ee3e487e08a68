import { end, part } from '#test/helpers/fake-ollama'

/** Small seeded numbers (mulberry32): the same streams on every machine. */
export function makeDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

type Roll = (sides: number) => number
export type Mutation = (good: Buffer[], roll: Roll) => Buffer[]

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const call = (name: unknown, args: unknown) =>
  part({ content: '', tool_calls: [{ function: { name, arguments: args } }] })

/** A stream as it should be: thinking, words beyond ASCII, a call in the middle, an end. */
export const GOOD_STREAM: Buffer[] = [
  part({ content: '', thinking: 'Let me look.' }),
  part({ content: 'Grüße 👋 ' }),
  call('uptime', { host: 'a' }),
  part({ content: 'done' }),
  end(),
].map(line)

const pick = <T>(roll: Roll, items: readonly T[]): T => items[roll(items.length)] as T
const insert = (good: Buffer[], roll: Roll, ...added: Buffer[]) => good.toSpliced(roll(good.length), 0, ...added)
const bytes = (text: string) => Buffer.from(text, 'utf8')

export const MUTATIONS: Record<string, Mutation> = {
  'a line that is null or another bare value': (good, roll) =>
    insert(good, roll, bytes(pick(roll, ['null\n', '7\n', 'true\n', '"x"\n', 'NaN\n']))),
  'a line that is a list': (good, roll) => insert(good, roll, bytes(pick(roll, ['[]\n', '[{"done":true}]\n']))),
  'a page in the middle': (good, roll) => insert(good, roll, bytes('<html>\n<body>504</body>\n</html>\n')),
  'a line twice': (good, roll) => {
    const at = roll(good.length)
    return good.toSpliced(at, 0, good[at] as Buffer)
  },
  'arguments that are a text': (good, roll) =>
    insert(good, roll, line(call('uptime', pick(roll, ['{"host":"a"}', '{"a":', '[1]', '', 'null', '"{}"'])))),
  'a call of a strange name': (good, roll) =>
    insert(good, roll, line(call(pick(roll, ['rm -rf', '__proto__', 'constructor', '', 7, null, {}]), { x: 1 }))),
  'a call of a strange shape': (good, roll) =>
    insert(good, roll, line(part({ tool_calls: pick(roll, [[null], [[]], {}, 'x', [{ function: [] }], [7]]) }))),
  'arguments nested without end': (good, roll) => {
    const depth = 1000 + roll(20_000)
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const head = '{"message":{"tool_calls":[{"function":{"name":"uptime","arguments":{"a":'
    return insert(good, roll, bytes(`${head}${deep}}}}]}}\n`))
  },
  'a giant line': (good, roll) => insert(good, roll, Buffer.alloc(1_100_000 + roll(9), 'x')),
  'no last line': (good) => good.slice(0, -1),
  'an error': (good, roll) =>
    insert(good, roll, line({ error: pick<unknown>(roll, ['no', '', null, 7, { a: 1 }, 'does not support tools']) })),
  'marks of order and foreign line ends': (good, roll) =>
    good.map((text) => (roll(2) ? Buffer.concat([bytes('\ufeff'), text.subarray(0, -1), bytes('\r\n')]) : text)),
  'bytes that are not UTF-8': (good, roll) => {
    const whole = Buffer.concat(good)
    whole[roll(whole.length)] = 0x80 + roll(0x80)
    return [whole]
  },
  'drips of a few bytes': (good, roll) => {
    const whole = Buffer.concat(good)
    const drips: Buffer[] = []
    for (let at = 0; at < whole.length; ) {
      const next = at + 1 + roll(40)
      drips.push(whole.subarray(at, next))
      at = next
    }
    return drips
  },
  'two objects on a line': (good, roll) => {
    const at = roll(good.length - 1)
    return good.with(at, (good[at] as Buffer).subarray(0, -1))
  },
  'a bit that flipped': (good, roll) => {
    const whole = Buffer.concat(good)
    const at = roll(whole.length)
    whole[at] = (whole[at] as number) ^ (1 << roll(8))
    return [whole]
  },
}
