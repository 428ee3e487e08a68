import { RESULT_PIPE } from '#main/runners/process/result-pipe'
import { FAIL, GIVE_RESULT, tellThrown } from './launcher.ts'

/** The start of Node's wrappers. Newer versions of Node are given the very bytes that were hashed. */
export const NODE_HEAD = `import { createHash } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import * as modules from 'node:module'
import { pathToFileURL } from 'node:url'
const { parse, stringify } = JSON
const exit = process.exit.bind(process)
const put = (text) => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(${RESULT_PIPE}, bytes, at)
}
const end = (document, code) => {
  put(document)
  exit(code)
}
${FAIL}
const sources = new Map()
modules.registerHooks?.({
  load(wanted, context, next) {
    const source = sources.get(wanted)
    return source === undefined ? next(wanted, context) : { ...next(wanted, context), source }
  },
})
const readSource = (path, sha256) => {
  const source = readFileSync(path)
  if (createHash('sha256').update(source).digest('hex') !== sha256) fail('changed', { path })
  const url = pathToFileURL(path).href
  sources.set(url, source)
  return { url, source }
}
`

/**
 * Calls `execute(params, projectPath)`, the default export or `main`, of an ES module or CommonJS; may be async. Passed
 * with -e for the reasons in python.ts.
 */
export const NODE_WRAPPER = `${NODE_HEAD}const [path, sha256, project] = process.argv.splice(1, 3)
process.argv[1] = path
const params = parse(readFileSync(0, 'utf8'))
const { url } = readSource(path, sha256)
let value
try {
  const tool = await import(url)
  const inner = tool.default
  const work = [tool.execute, inner?.execute, inner, tool.main, inner?.main].find((part) => typeof part === 'function')
  if (!work) fail('no-function', { path, wanted: 'execute(params, projectPath), export default, main(params)' })
  value = await work(params, project)
} ${tellThrown('url', 'path')}
${GIVE_RESULT}`

export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON']
