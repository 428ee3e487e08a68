import { expect, it } from 'vitest'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { example, readFiles } from '#test/helpers/rye-project'
import { oneTool, readDescriptor } from '#test/main/formats/descriptors'

it('lists tools as Ollama takes them, under the names the model knows', () => {
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

it('passes on the tags that a tool is found by', async () => {
  const source = `tool_id: t\ntool_type: script\nversion: "1.0.0"\ndescription: d\nexecutor_id: subprocess\ncategory: ""\nconfig: {command: echo}\n${example('001', 15)}`
  const { skill } = await readFiles({ 'tools/t.yaml': source })
  expect(toOllamaTools(skill.tools)[0]?.tags).toEqual(['kubernetes', 'deployment', 'rolling-update', 'cloud'])
})
