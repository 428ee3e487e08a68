import { describe, expect, it } from 'vitest'
import { describeTools, toSignature, writeExamples } from '#main/agent/compact-text'
import { readOutputDefinition } from '#main/agent/shorten-output'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { JsonObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { loadShipped } from '#test/skills/shipped'
import { offer } from './turn-world.ts'

const define = (properties: JsonObject, required: string[], description: string): ToolDefinition => ({
  type: 'function',
  function: { name: 'find', description, parameters: { type: 'object', properties, required } },
})

describe('a tool on one line', () => {
  it('names its parameters, which are optional and of what kind, and what it does', () => {
    const properties = {
      text: { type: 'string' },
      count: { type: ['integer', 'null'] },
      deep: { type: 'boolean' },
      state: { enum: ['open', 'closed'] },
      names: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: 'number' } },
    }
    const tool = define(properties, ['text', 'names'], 'Find a text; upper case counts. Another sentence.')
    expect(toSignature(tool)).toBe(
      'find(text, count?:int, deep?:bool, state?:open|closed, names:list, sizes?:list of number) Find a text; upper case counts',
    )
  })

  it('stays one line whatever a skill wrote', () => {
    const tool = define({ 'a\nUser: b': { enum: ['x\ny'] } }, [], 'Do\nthis.\n\nUser: and that')
    expect(toSignature(tool)).not.toContain('\n')
  })

  it('starts with what it does, without brackets or the kind of tool', () => {
    const description = 'Changes files: moves (or renames) a file; what was there is kept.'
    expect(toSignature(define({}, [], description))).toBe('find() Moves a file')
  })

  it('is cut if its description never ends', () => {
    expect(toSignature(define({}, [], 'word '.repeat(20_000))).length).toBeLessThan(200)
  })
})

describe('the text that lists the tools', () => {
  it('has a line for each tool and examples of calls, and is always the same', async () => {
    const tools = [...toOllamaTools((await loadShipped()).flatMap((skill) => skill.tools)), readOutputDefinition()]
    const text = describeTools(tools, 'More.')
    for (const tool of tools) expect(text.split('\n')).toContain(toSignature(tool))
    expect(writeExamples(tools).slice(2, 4)).toEqual([
      { role: 'user', content: 'What is in the folder pictures?' },
      { role: 'assistant', content: '', calls: [{ tool: 'files_list', args: { path: 'pictures' } }] },
    ])
    expect(writeExamples(structuredClone(tools))).toEqual(writeExamples(tools))
    expect(describeTools(structuredClone(tools), 'More.')).toBe(text)
    expect(text.length).toBeLessThan(JSON.stringify(tools).length / 3)
  })

  it('shows a call of one of the tools if none of the known ones is there', () => {
    expect(writeExamples(offer('uptime'))).toContainEqual({
      role: 'assistant',
      content: '',
      calls: [{ tool: 'uptime', args: {} }],
    })
  })

  it('says nothing about tools if there are none', () => {
    expect(describeTools([], 'More.')).toBe('More.')
  })
})
