import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { root } from './root.ts'

/** Names every test that passed only at a second try, and every file whose process died: each is a bug to mend. */
const secondTries = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    for (const test of tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)) {
      console.error(`SECOND TRY: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
    const died = modules.filter((module) => ['pending', 'queued'].includes(module.state()))
    for (const module of died) console.error(`DIED: the process of ${module.relativeModuleId}`)
    if (process.env.SKILLET_REPORT) {
      writeFileSync(`${process.env.SKILLET_REPORT}.died`, JSON.stringify(died.map(({ moduleId }) => moduleId)))
    }
  },
} satisfies Reporter

/** A second try on a machine that is somebody else's, and a report where `npm test` asks for one. */
export const manners = {
  // Where the processor has protection keys, V8 may lose track of its own code pages and end the process.
  execArgv: ['--no-memory-protection-keys'],
  // Hundreds of processes load the same sources: each file is compiled once, until it changes.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') },
  // What a poll waits for comes at once on a quiet machine, and some time later on any other.
  expect: { poll: { interval: 20, timeout: 20_000 } },
  retry: process.env.CI ? 1 : 0,
  reporters: [
    'default',
    secondTries,
    ...(process.env.SKILLET_REPORT ? [['json', { outputFile: process.env.SKILLET_REPORT }] as ['json', object]] : []),
  ],
} satisfies ViteUserConfig['test']
