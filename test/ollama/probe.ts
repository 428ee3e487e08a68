import { askModel } from '#main/ollama/chat'
import { listLoaded, listModels, showModel, unloadModel } from '#main/ollama/models'
import { pullModel } from '#main/ollama/pull'

const host = 'http://127.0.0.1:18434'
const tool: any = {
  type: 'function',
  function: {
    name: 'uptime',
    description: 'How long a host is up',
    parameters: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] },
  },
}
const ask = async (more: any, label: string) => {
  const t = performance.now()
  const o = await askModel(
    host,
    {
      model: 'smollm2',
      messages: [{ role: 'user', content: 'Say hello.' }],
      tools: [],
      maxTokens: 30,
      temperature: 0,
      numCtx: 2048,
      ...more,
    },
    { token: () => {} },
    new AbortController().signal,
  )
  console.log(label, Math.round(performance.now() - t), JSON.stringify(o).slice(0, 600))
}
await ask({}, 'plain')
await ask({ tools: [tool] }, 'tools on none')
await ask({ think: true }, 'think')
await ask({ model: 'gone' }, 'gone')
await ask({ logprobs: 5, maxTokens: 1 }, 'logprobs')
const long = [{ role: 'user', content: 'word '.repeat(1200) }]
await ask({ messages: long, numCtx: 512 }, 'long')
const format = {
  type: 'object',
  properties: {
    name: { type: 'string', enum: ['uptime'] },
    arguments: { type: 'object', properties: { host: { type: 'string', maxLength: 20 } }, required: ['host'] },
  },
  required: ['name', 'arguments'],
}
await ask({ format: format.properties.arguments, maxTokens: 60 }, 'format')
const q = [{ role: 'user', content: 'How long is web1 up?' }]
await ask({ model: 'smollm2-json', tools: [tool], format, messages: q, maxTokens: 80 }, 'native')
await ask({ model: 'smollm2-tools', tools: [tool], messages: q, maxTokens: 80 }, 'tools')
await ask(
  {
    model: 'smollm2-json',
    tools: [tool],
    messages: [
      ...q,
      { role: 'assistant', content: '', calls: [{ tool: 'uptime', args: { host: 'web1' } }] },
      { role: 'tool', tool: 'uptime', content: '3 days' },
    ],
    maxTokens: 40,
  },
  'result',
)
console.log(JSON.stringify(await listModels(host)))
console.log(JSON.stringify(await showModel(host, 'smollm2-json')).slice(0, 300))
console.log(JSON.stringify(await listLoaded(host)))
console.log(await unloadModel(host, 'smollm2'), JSON.stringify(await listLoaded(host)))
console.log(await pullModel(host, 'tinyllama:1b'))
