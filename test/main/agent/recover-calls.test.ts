import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recoverCalls } from '#main/agent/recover-calls'

const names = new Set(['uptime', 'weather', 'read_file'])
const offered = (tool: string) => names.has(tool)
const up = { tool: 'uptime', args: {} }
const oslo = { tool: 'weather', args: { city: 'Oslo' } }
const UP = '{"name": "uptime", "arguments": {}}'
const OSLO = '{"name": "weather", "arguments": {"city": "Oslo"}}'
const fence = (text: string, info = 'json') => `\`\`\`${info}\n${text}\n\`\`\``
const tag = (text: string) => `<tool_call>${text}</tool_call>`

describe('a message that is a call', () => {
  it.each([
    ['bare JSON', OSLO, [oslo]],
    ['JSON with white space around', `\n\n  ${OSLO}\n`, [oslo]],
    ['JSON over several lines', JSON.stringify(JSON.parse(OSLO), null, 2), [oslo]],
    ['parameters for arguments', '{"name": "weather", "parameters": {"city": "Oslo"}}', [oslo]],
    ['args for arguments', '{"name": "weather", "args": {"city": "Oslo"}}', [oslo]],
    ['arguments as a string of JSON', '{"name": "weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}', [oslo]],
    ['arguments that are an empty list', '{"name": "uptime", "arguments": []}', [up]],
    ['arguments that are an empty text', '{"name": "uptime", "arguments": ""}', [up]],
    ['arguments that are null', '{"name": "uptime", "arguments": null}', [up]],
    ['a function with its name', '{"function": {"name": "weather", "arguments": {"city": "Oslo"}}}', [oslo]],
    ['the whole form of an API', `{"id": "1", "type": "function", "function": ${OSLO}}`, [oslo]],
    ['a function that is a name', '{"function": "uptime", "parameters": {}}', [up]],
    ['several objects, one after the other', `${UP}\n${OSLO}`, [up, oslo]],
    ['several objects with a comma or semicolon', `${UP}, ${OSLO};`, [up, oslo]],
    ['an array', `[${UP}, ${OSLO}]`, [up, oslo]],
    ['a list named tool_calls', `{"tool_calls": [${UP}]}`, [up]],
    ['a fence', fence(OSLO), [oslo]],
    ['a fence without a language', fence(OSLO, ''), [oslo]],
    ['a fence that is not closed', `\`\`\`json\n${OSLO}`, [oslo]],
    ['several fences', `${fence(UP)}\n\n${fence(OSLO)}`, [up, oslo]],
    ['a marker in front', `<|python_tag|>${OSLO}`, [oslo]],
    ['a thought in front', `<think>Like ${UP}?</think>\n${OSLO}`, [oslo]],
    [
      'brackets and quotes inside a value',
      '{"name": "weather", "arguments": {"city": "}]\\"{"}}',
      [{ tool: 'weather', args: { city: '}]"{' } }],
    ],
  ])('is recovered from its content: %s', (_what, content, calls) => {
    expect(recoverCalls(content, offered)).toEqual({ calls, from: 'content', rest: '', isAlone: true })
  })

  it.each([
    ['one tag', tag(OSLO), [oslo], ''],
    ['a tag over several lines', `<tool_call>\n${OSLO}\n</tool_call>`, [oslo], ''],
    ['several tags', `${tag(UP)}\n${tag(OSLO)}`, [up, oslo], ''],
    ['several tags on one line', `${tag(UP)}${tag(OSLO)}`, [up, oslo], ''],
    ['prose before and after', `I look.\n${tag(OSLO)}\nOne moment.`, [oslo], 'I look.\n\nOne moment.'],
    ['a tag that is not closed', `I look.\n<tool_call>\n${OSLO}`, [oslo], 'I look.'],
    ['a tag alone in a fence', fence(tag(OSLO), 'xml'), [oslo], ''],
    ['two calls in one tag', tag(`${UP}\n${OSLO}`), [up, oslo], ''],
    ['JSON with a trailing comma', tag(OSLO.replace(/}}$/, ',}}')), [oslo], ''],
    ['JSON in single quotes', tag(OSLO.replaceAll('"', "'")), [oslo], ''],
    ['JSON without its end', tag(OSLO.replace(/}}$/, '')), [oslo], ''],
  ])('is recovered from its tags: %s', (_what, content, calls, rest) => {
    expect(recoverCalls(content, offered)).toEqual({ calls, from: 'xml', rest, isAlone: false })
  })
})

describe('a message of a model that is asked to write its calls as lines', () => {
  it.each([
    ['a line after prose', `I look.\n${OSLO}`, [oslo], 'I look.'],
    ['a line before prose', `${OSLO}\nThat is it.`, [oslo], 'That is it.'],
    ['a fence after prose', `I look.\n${fence(OSLO)}`, [oslo], 'I look.'],
  ])('is recovered beside prose: %s', (_what, content, calls, rest) => {
    expect(recoverCalls(content, offered, true)).toEqual({ calls, from: 'content', rest, isAlone: false })
  })

  it.each([
    ['a call within a sentence', `You could call ${OSLO}`],
    ['a call in a quotation', `The page says\n> ${OSLO}`],
    ['a fence in another language', `Write\n${fence(OSLO, 'python')}`],
    ['a tool that is not there, beside prose', 'I look.\n{"name": "remove_all", "arguments": {}}'],
  ])('is still no call where it is %s', (_what, content) => {
    expect(recoverCalls(content, offered, true)).toBeNull()
  })

  it('is a call if it is nothing else, under any name: an unknown name is then asked about', () => {
    const wrong = recoverCalls('{"name": "uptimes", "arguments": {}}', offered, true)
    expect(wrong).toMatchObject({ calls: [{ tool: 'uptimes', args: {} }], isAlone: true })
  })
})

describe('a message that only speaks of calls', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'It has been up for three days.'],
    ['JSON after prose', `You could call ${OSLO}`],
    ['JSON before prose', `${OSLO} is how it is called.`],
    ['a fence after prose', `This is what a call looks like:\n${fence(OSLO)}`],
    ['a fence before prose', `${fence(OSLO)}\nThat is what a call looks like.`],
    ['prose between two fences', `${fence(UP)}\nor\n${fence(OSLO)}`],
    ['a fence in another language', fence(OSLO, 'python')],
    ['a tag within a sentence', `A call is written as ${tag(OSLO)} by some models.`],
    ['a tag at the end of a sentence', `A call is written as ${tag(OSLO)}`],
    ['a tag that a sentence goes on after', `${tag(OSLO)} is a call.`],
    ['a tag in backticks', `Write\n\`${tag(OSLO)}\`\nand it runs.`],
    ['a tag in a fence after prose', `Some models write:\n${fence(tag(OSLO), 'xml')}`],
    ['a tag in a fence before prose', `${fence(tag(OSLO), '')}\nis a call.`],
    ['a tag in a quotation', `The page says\n> ${tag(OSLO)}`],
    ['a tool that was not offered', '{"name": "remove_all", "arguments": {}}'],
    ['a tool that was not offered, in a tag', tag('{"name": "remove_all", "arguments": {}}')],
    ['one of two that was not offered', `[${UP}, {"name": "remove_all", "arguments": {}}]`],
    ['a name without arguments', '{"name": "uptime"}'],
    ['arguments that are a list', '{"name": "uptime", "arguments": ["now"]}'],
    ['arguments twice', '{"name": "uptime", "arguments": {}, "parameters": {}}'],
    ['data that has a name', '{"name": "uptime", "age": 3, "parameters": {}}'],
    ['data of another shape', '{"city": "Oslo", "temperature": 3}'],
    ['a call among data', `[${UP}, {"city": "Oslo"}]`],
    ['a call inside of data', `{"example": ${UP}}`],
    ['the definition of a tool', '{"name": "weather", "parameters": {"type": "object", "properties": {"city": {}}}}'],
    ['a definition with its description', '{"name": "weather", "description": "Tells it.", "parameters": {}}'],
    ['a string that holds a call', JSON.stringify(UP)],
    ['half an object', '{"name": "uptime", "arguments": {'],
    ['an object with one bracket too many', `${UP}}`],
    ['an empty array', '[]'],
    ['a name of every object', '{"name": "constructor", "arguments": {}}'],
    ['a thought alone', `<think>${UP}</think>`],
  ])('runs nothing: %s', (_what, content) => {
    expect(recoverCalls(content, offered)).toBeNull()
  })

  it('runs nothing from any mix of letters and brackets unless a tool is named', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '```',
      '\n',
      '<tool_call>',
      '</tool_call>',
      ',',
      ':',
      'a',
      UP,
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const found = recoverCalls(parts.join(''), offered)
        return found === null || found.calls.every(({ tool }) => tool === 'uptime')
      }),
      { numRuns: 2000 },
    )
  })

  it('is read in time that grows only with its length', () => {
    for (const piece of ['{', '[{', '<tool_call>', '```\n', '<think>', `<tool_call>${'{'.repeat(100)}\n`, '{"a":"']) {
      expect(recoverCalls(piece.repeat(1_000_000 / piece.length), offered)).toBeNull()
    }
  }, 10_000)
})
