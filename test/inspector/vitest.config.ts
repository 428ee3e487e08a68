import { defineConfig } from 'vitest/config'
import { manners } from '../helpers/second-tries.ts'

export default defineConfig({
  test: {
    ...manners,
    include: ['test/inspector/*.test.ts'],
    setupFiles: ['test/helpers/messages-as-text.ts'],
    testTimeout: 60_000,
    env: { SKILLET_SANDBOX: 'off' },
  },
})
