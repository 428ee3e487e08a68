import type { Json, JsonObject } from '#shared/json'
import type { Layer } from '#shared/skill/tool'
import { DENO_IO, launchDeno } from './deno.ts'
import { type Entry, GIVE_RESULT, type Launch, type LaunchOptions, tellThrown } from './launcher.ts'
import { NODE_FLAGS, NODE_HEAD } from './node.ts'

/** One function of a chain, and what it gets instead of the call's arguments. */
export interface FunctionLayer extends Pick<Layer, 'name' | 'args' | 'call'> {
  /** Absent if `call` or `turn` says what happens instead. */
  code?: Entry & { isInline?: true }
  /** A model turn with the tool's own text. */
  turn?: true
}

export interface FunctionJob {
  tool: { name: string; params: JsonObject; returns: JsonObject | null }
  /** Where `params` and `returns` are looked up. */
  resolve: { params?: string; returns?: string }
  layers: readonly FunctionLayer[]
  args: Json
  nonlocals: JsonObject
}

/**
 * Runs nested functions as the skill interface defines. This is text because another process runs it. A layer that
 * returns `undefined` lets the next one run, unless it called `next` itself; any other value is the result and nothing
 * further inside runs. An error is thrown by the `next` of the layer around it.
 */
export const ONION = `
const runOnion = async (layers, shared, fill) => {
  const { locals } = shared
  const step = async (index) => {
    const layer = layers[index]
    if (layer === undefined) return locals.result
    let inner
    let value
    let isSettled = false
    let wasSettled
    const settle = () => { isSettled = true }
    const next = () => {
      if (inner !== undefined) return Promise.reject(new Error(layer.name + ' called next() twice'))
      inner = step(index + 1)
      inner.then(settle, settle)
      return inner
    }
    try {
      value = await layer.run(Object.freeze({ ...shared, next }), fill(layer))
    } finally {
      wasSettled = isSettled
      // Begun and not waited for: it is part of the call all the same.
      await inner?.then(settle, settle)
    }
    if (value !== undefined) locals.result = value
    else if (!wasSettled) await (inner ?? step(index + 1))
    return locals.result
  }
  return step(0)
}
`

/** Finds values by paths of names; inherited properties do not count. */
export const PATHS = String.raw`
const getPath = (root, path) => {
  let at = root
  for (const name of String(path).split('.')) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') return undefined
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return at
}
const PLACE = /\\\$\{|\$\{([\w$-]+(?:\.[\w$-]+)*)\}/g
const fillText = (text, root, miss) => {
  const find = (path, place) => {
    const found = getPath(root, path)
    if (found === undefined) miss(place)
    return found ?? place
  }
  const [whole, only] = /^\$\{([\w$-]+(?:\.[\w$-]+)*)\}$/.exec(text) ?? []
  if (whole !== undefined) return find(only, text)
  return text.replace(PLACE, (place, path) => path === undefined ? '$' + '{' : String(find(path, place)))
}
const fillAll = (value, root, miss = () => {}) =>
  typeof value === 'string' ? fillText(value, root, miss)
  : Array.isArray(value) ? value.map((each) => fillAll(each, root, miss))
  : typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAll(each, root, miss)]))
  : value
`

/** The part shared by Node and Deno, between reading the job and giving the result. */
const WORK = `
${ONION}${PATHS}
const deepFreeze = (value) => {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
const { tool, resolve: paths, nonlocals } = job
const find = (name) => {
  const found = paths[name] === undefined ? undefined : getPath(shared, paths[name])
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : tool[name]
}
const shared = {
  args: deepFreeze(parse(stringify(job.args))),
  locals: {},
  nonlocals,
  run: Object.freeze({ tool: Object.freeze({
    name: tool.name,
    get params() { return find('params') },
    get returns() { return find('returns') },
  }) }),
  call: (name, args) => ask('call', { tool: String(name), args: args ?? {} }),
}
const pickFunction = (module, layer) => {
  const inner = module.default
  const work = [inner, inner?.default].find((part) => typeof part === 'function')
  return work ?? fail('no-function', { path: layer.path, wanted: 'export default async function (ctx, args)' })
}
let value
try {
  const layers = []
  for (const layer of job.layers) {
    const { name, call, turn } = layer
    const run = turn ? () => ask('turn', null)
      : call ? (ctx, args) => ctx.call(call, args)
      : pickFunction(await load(layer), layer)
    layers.push({ name, run, layer })
  }
  const miss = (name) => (place) => console.error('warning: in the configuration of ' + name + ', ' + place + ' leads nowhere')
  value = await runOnion(layers, shared, ({ name, layer }) =>
    layer.args === undefined ? parse(stringify(job.args)) : fillAll(layer.args, shared, miss(name)))
} ${tellThrown()}
${GIVE_RESULT}`

const NODE_WRAPPER = String.raw`${NODE_HEAD}const { stdin } = process
const waiting = { __proto__: null }
const lines = []
let text = ''
let wake
stdin.setEncoding('utf8')
stdin.on('data', (chunk) => {
  const more = (text + chunk).split('\n')
  text = more.pop()
  for (const line of more) {
    if (wake === null) settle(parse(line))
    else lines.push(line)
  }
  wake?.()
})
while (lines.length < 2) await new Promise((resolve) => { wake = resolve })
wake = null
const [job, { key }] = lines.map((line) => parse(line))
let asked = 0
let open = 0
// A chain that waits for nothing has ended.
stdin.unref?.()
const settle = ({ id, value, error }) => {
  const { resolve, reject } = waiting[id]
  delete waiting[id]
  open -= 1
  if (open === 0) stdin.unref?.()
  if (error === undefined) resolve(value)
  else reject(new Error(error))
}
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++asked
    waiting[id] = { resolve, reject }
    open += 1
    stdin.ref?.()
    put(key + '?' + stringify({ id, method, params }) + '\n')
  })
const toData = (source) => 'data:text/javascript;base64,' + Buffer.from(source).toString('base64')
const load = ({ path, sha256, code }) => {
  if (code !== undefined) return import(toData(code))
  const { url, source } = readSource(path, sha256)
  // An older Node cannot be given bytes, only a file.
  return import(modules.registerHooks ? url : toData(source))
}
${WORK}`

const DENO_WRAPPER = `${DENO_IO}
const load = ({ code, language }) =>
  import('data:application/' + language + ';charset=utf-8,' + encodeURIComponent(code.toWellFormed()))
${WORK}`

/** Runs the whole chain of one call in one process. Requests to others use its channel. */
export function launchFunction(
  launcher: 'node' | 'deno',
  { layers, ...work }: FunctionJob,
  main: Pick<Entry, 'path' | 'sha256'>,
  options: Pick<LaunchOptions, 'grants'>,
): Launch {
  const told = layers.map(({ code, ...layer }) => ({ ...layer, ...(code && tellCode(launcher, code)) }))
  const job = { path: main.path, opens: true, ...work, layers: told }
  if (launcher === 'node') {
    const args = [...NODE_FLAGS, '--input-type=module', '-e', NODE_WRAPPER]
    const stdin = `${JSON.stringify(job)}\n`
    return { args, stdin, env: {}, entry: { launcher, ...main, result: 'pipe' } }
  }
  return launchDeno(DENO_WRAPPER, job, main, options)
}

/** Node reads the file and compares its hash; Deno, which may not read files, gets the text. */
function tellCode(launcher: 'node' | 'deno', { path, sha256, code, isInline }: NonNullable<FunctionLayer['code']>) {
  const language = !isInline && /\.ts$/i.test(path) ? 'typescript' : 'javascript'
  return { path, sha256, ...((isInline || launcher === 'deno') && { code, language }) }
}
