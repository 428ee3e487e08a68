import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { bundleLedgerThread } from './test/helpers/ledger-thread.ts'
import { manners } from './test/helpers/second-tries.ts'

export default defineConfig({
  plugins: [bundleLedgerThread()],
  test: {
    ...manners,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/ollama/**', 'test/inspector/**'],
    pool: 'forks',
    // Many tests wait for processes and servers: without one more, a processor waits with them.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['test/helpers/messages-as-text.ts'],
    testTimeout: 30_000,
    // What a test expects must not depend on what is installed: those about the sandbox ask for it.
    env: {
      ...manners.env,
      SKILLET_SANDBOX: process.env.SKILLET_SANDBOX ?? 'off',
      XDG_STATE_HOME: join(tmpdir(), 'skillet-test-state'),
    },
  },
})
