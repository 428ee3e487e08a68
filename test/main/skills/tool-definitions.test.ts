import { expect, it } from 'vitest'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { oneTool, readDescriptor } from '#test/main/formats/descriptors'

it('gives tools as Ollama takes them, under the name the model knows', () => {
  const { tools } = readDescriptor({ 'tools.json': oneTool() })
  const renamed = tools.map((tool) => ({ ...tool, modelName: 'look_2' }))
  expect(toOllamaTools(renamed)).toEqual([
    {
      type: 'function',
      function: {
        name: 'look_2',
        description: 'Looks.',
        parameters: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } },
      },
    },
  ])
})
