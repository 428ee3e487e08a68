import { describe, expect, it } from 'vitest'
import { engineOf, followChain, type ItemsOfSpaces } from '#main/formats/rye/executors'
import type { Item } from '#main/formats/rye/item'
import { textOf } from '#shared/messages/message'

function makeItem(id: string, executor: string | null, config = {}): Item {
  return {
    ...{ file: `tools/${id}.yaml`, id, language: 'yaml', text: '', sha256: '', faults: {}, annotated: [] },
    ...{ fields: { executor_id: executor, config }, functions: new Map(), imports: [], runsItself: false },
  }
}

const spaces = (project: Item[], user: Item[] = [], system: Item[] = []): ItemsOfSpaces => {
  const byId = (items: Item[]) => new Map(items.map((item) => [item.id, item]))
  return { project: byId(project), user: byId(user), system: byId(system) }
}

describe('the executors of a tool', () => {
  it('RY-25: are never taken from a space before their own', () => {
    const tool = makeItem('t', 'my/runtime')
    const runtime = makeItem('my/runtime', 'subprocess')
    const refused = followChain(tool, 'user', spaces([runtime], [tool]))
    expect(refused).toMatchObject({ ok: false, code: 'EXECUTOR' })
    expect(!refused.ok && textOf(refused.problem)).toContain('in the project space')
    expect(followChain(tool, 'project', spaces([tool], [runtime]))).toMatchObject({ ok: true, engine: 'command' })
  })

  it('bring their configuration, which the tool’s own replaces', () => {
    const tool = makeItem('t', 'my/runtime', { args: ['x'] })
    const runtime = makeItem('my/runtime', 'subprocess', { command: 'ruby', args: ['y'] })
    expect(followChain(tool, 'project', spaces([tool, runtime]))).toMatchObject({
      ok: true,
      names: ['t', 'my/runtime', 'subprocess'],
      config: { command: 'ruby', args: ['x'] },
    })
  })

  it.each([
    ['python_runtime', 'python'],
    ['rye/core/runtimes/python_script_runtime', 'python'],
    ['rye/core/runtimes/python_function_runtime', 'python/function'],
    ['rye/core/runtimes/node/node', 'node'],
    ['node_runtime', 'node'],
    ['rye/core/primitives/execute', 'command'],
    ['bash_runtime', 'bash'],
    ['http_client', 'http'],
    ['docker', 'docker'],
    ['rye/core/runtimes/mcp_stdio_runtime', 'mcp'],
    ['toString', null],
  ])('know %s as %s', (id, engine) => expect(engineOf(id)).toBe(engine))
})
