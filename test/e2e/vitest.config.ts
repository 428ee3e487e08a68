import { defineConfig } from 'vitest/config'
import { manners } from '../helpers/second-tries.ts'

export default defineConfig({
  test: {
    ...manners,
    include: ['test/e2e/**/*.test.ts'],
    setupFiles: ['test/helpers/messages-as-text.ts'],
    pool: 'forks',
    // One window at a time: two cores, and a focus that only one can have.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
