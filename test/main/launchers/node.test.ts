import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launchTool, type Tried } from '#test/helpers/launch-tool'

const run = (file: string, code: string, more: Partial<Tried> = {}) => launchTool({ name: 'node', file, code, ...more })

const SIBLING = {
  'data.json': '{"a":5}',
  'helper.mjs': 'export const value = 5',
  'helper.cjs': 'exports.value = 5',
}

describe.concurrent('a Node function', () => {
  it.each([
    ['a module', 'tool.mjs', 'export const execute = (params, project) => [params.a, project]'],
    [
      'a module without a telling name',
      'tool.js',
      'export function execute(params, project) { return [params.a, project] }',
    ],
    ['CommonJS', 'tool.cjs', 'exports.execute = (params, project) => [params.a, project]'],
    ['CommonJS that is a function', 'tool.js', 'module.exports = (params, project) => [params.a, project]'],
    ['a default export', 'tool.mjs', 'export default (params, project) => [params.a, project]'],
    ['main', 'tool.mjs', 'export function main(params, project) { return [params.a, project] }'],
    ['TypeScript', 'tool.ts', 'export const execute = (params: { a: number }, project: string) => [params.a, project]'],
    [
      'main as the default export',
      'tool.ts',
      'export default function main(params: { a: number }, p: string) { return [params.a, p] }',
    ],
  ])('may be %s', async (_, file, code) => {
    const { value, folder, ended } = await run(file, code, { args: { a: 1 } })
    expect(value).toEqual([1, folder])
    expect(ended.stderr.text).toBe('')
  })

  it.each([
    ['a module', 'tool.mjs', 'import { value } from "./helper.mjs"; export const execute = () => value'],
    [
      'CommonJS',
      'tool.cjs',
      'const { value } = require("./helper.cjs"); exports.execute = () => value + require("./data.json").a - 5',
    ],
  ])('imports what lies beside it: %s', async (_, file, code) => {
    expect((await run(file, code, { beside: SIBLING })).value).toBe(5)
  })

  it.each(['NaN', '-Infinity'])('names the number that JSON cannot hold: %s', async (number) => {
    const { error } = await run('tool.mjs', `export const execute = () => ({ a: [${number}] })`)
    expect(error).toBe(`The tool returned something that is not JSON: the number ${number}`)
  })

  it('may return a map, and a set inside', async () => {
    const { value } = await run('tool.mjs', 'export const execute = () => new Map([["a", new Set([1, 2])]])')
    expect(value).toEqual({ a: [1, 2] })
  })

  it('returns its result even if it would never end by itself', async () => {
    const { value, ended } = await run(
      'tool.mjs',
      'export const execute = () => { setInterval(() => {}, 1000); return 1 }',
    )
    expect(value).toBe(1)
    expect(ended.timedOut).toBe(false)
  })

  it('has no result if it waits for nothing', async () => {
    const { error } = await run('tool.mjs', 'export const execute = () => new Promise(() => {})')
    expect(error).toBe('The tool ended without a result (exit code 13).')
  })

  it('returns its own result even after it replaced the JSON functions and the exit', async () => {
    const code = 'JSON.stringify = () => "{}"; process.exit = () => {}; export const execute = () => 1'
    expect((await run('tool.mjs', code)).value).toBe(1)
  })

  it('passes the pipe for its result to no other program', async () => {
    const code =
      'import { spawnSync } from "node:child_process"; export const execute = () => spawnSync("sh", ["-c", "echo forged >&4"], { stdio: "inherit" }).status'
    const { value } = await run('tool.mjs', code)
    expect(value).not.toBe(0)
  })

  it('may throw something that is not an error', async () => {
    expect((await run('tool.mjs', 'export const execute = () => { throw "a word" }')).error).toBe('string: a word\n')
  })

  it('keeps what an object says that it throws', async () => {
    const errorOf = async (thrown: string) =>
      (await run('tool.mjs', `export const execute = () => { throw ${thrown} }`)).error
    expect(await errorOf('{ code: 7, message: "the disk is full" }')).toBe('object: the disk is full\n')
    expect(await errorOf('{ code: 7 }')).toBe('object: {"code":7}\n')
    expect(await errorOf('Object.create(null)')).toBe('object: {}\n')
  })

  it('names its own file where it failed, whatever the file is called', async () => {
    const { error, folder } = await run('a $& ü#1.mjs', 'export const execute = () => { throw new Error("x") }')
    expect(error).toContain(`(${folder}/a $& ü#1.mjs:1:38)`)
  })

  it('names a missing package', async () => {
    const { error } = await run('tool.mjs', 'import "not-installed-anywhere"; export const execute = () => 1')
    expect(error).toMatch(/^Error: Cannot find package 'not-installed-anywhere'/)
  })

  it('does not run if its file changed after planning', async () => {
    const { error } = await run('tool.mjs', 'export const execute = () => "reviewed"', {
      meanwhile: (path) => writeFileSync(path, 'export const execute = () => "changed"'),
    })
    expect(error).toMatch(/tool\.mjs changed since it was reviewed, so it was not run/)
  })
})

describe('a Node script', () => {
  it('reads its arguments on standard input, and what it prints is the result', async () => {
    const code =
      'let text = ""; for await (const part of process.stdin) text += part; console.log(JSON.stringify({ got: JSON.parse(text), argv: process.argv.slice(2) }))'
    const { value, folder } = await run('tool.mjs', code, { mode: 'script', args: { a: 1 } })
    expect(value).toEqual({ got: { a: 1 }, argv: ['--project-path', folder] })
  })
})
