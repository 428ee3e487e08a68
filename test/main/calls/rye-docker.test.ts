import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { needId } from '#shared/skill/needs'
import { callIn, callTool, example, makeProject, readProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'

const path = process.env.PATH

afterEach(() => {
  process.env.PATH = path
})

/** It says what it was started with, and what came on standard input. */
function standIn(also = ''): void {
  const folder = makeTempDir()
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" ${also}\nprintf '{"args": "%s", "input": %s}\\n' "$*" "$(cat)"\n`
  writeFileSync(join(folder, 'docker'), script, { mode: 0o755 })
  process.env.PATH = `${folder}:${path}`
}

const yaml = (more: string) =>
  `tool_id: t\ntool_type: script\nversion: "1.0.0"\ndescription: d\nexecutor_id: docker\ncategory: ""\n${more}`

it('runs an image without network, and gives it the parameters as JSON', async () => {
  standIn()
  const { run, plan, verdict } = await callIn({ 'tools/t.yaml': yaml(example('000', 21)) }, 't', { a: 1 })
  expect(run?.result).toEqual({
    args: 'run --rm -i --network none --entrypoint /app/deploy.py --env KUBECONFIG --env AWS_CREDENTIALS python:3.11 python',
    input: { a: 1 },
  })
  expect(plan?.effects).toContainEqual({ does: 'run-code', code: 'image', name: 'python:3.11', sha256: null })
  expect(verdict).toMatchObject({ kind: 'ask' })
  expect(plan?.risk.class).toBe('D')
  expect(plan?.sandbox).not.toBe('enforced')
})

it('gives an image the variables that its tool names, if the person granted them, and gives them to no other tool', async () => {
  standIn('"$KUBECONFIG"')
  process.env.KUBECONFIG = 'of the person'
  onTestFinished(() => {
    delete process.env.KUBECONFIG
  })
  const other = yaml('config: {image: "alpine:3"}\n').replace('tool_id: t', 'tool_id: other')
  const dir = makeProject({ 'tools/t.yaml': yaml(example('000', 21)), 'tools/other.yaml': other })
  const read = await readProject(dir)
  expect(read.skill.access?.map(({ need, isDeclared }) => [needId(need), isDeclared])).toEqual([
    ['env KUBECONFIG for t', true],
    ['env AWS_CREDENTIALS for t', true],
    ['home', false],
  ])
  const closed = await callTool({ ...read, dir }, 't', {})
  expect(closed.run?.stdout).not.toContain('of the person')
  for (const each of read.skill.access ?? []) each.isGranted = each.isDeclared
  const granted = await callTool({ ...read, dir }, 't', {})
  expect(granted.run?.stdout).toContain('of the person')
  expect(granted.plan).toMatchObject({ grants: { needs: ['env KUBECONFIG for t'] } })
  expect(granted.plan?.digest).not.toBe(closed.plan?.digest)
  expect((await callTool({ ...read, dir }, 'other', {})).run?.stdout).not.toContain('of the person')
})

it('never counts as confined, and always asks, even with a sandbox', async () => {
  standIn()
  const { plan, verdict } = await callIn({ 'tools/t.yaml': yaml(example('000', 21)) }, 't', {}, { sandbox: 'auto' })
  expect(plan?.sandbox).not.toBe('enforced')
  expect(plan?.risk.class).toBe('D')
  expect(verdict).toMatchObject({ kind: 'ask' })
})

it('opens the network only if the tool says that it needs it', async () => {
  standIn()
  const source = yaml('requires: [net.http]\nconfig: {image: "alpine:3"}\n')
  const { run } = await callIn({ 'tools/t.yaml': source }, 't', {})
  expect(run?.result).toMatchObject({ args: 'run --rm -i --network bridge alpine:3' })
})
