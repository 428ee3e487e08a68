import { defineConfig } from 'vitest/config'
import { manners } from '../helpers/second-tries.ts'

export default defineConfig({
  test: {
    ...manners,
    include: ['test/ollama/**/*.test.ts'],
    pool: 'forks',
    // One model at a time: two cores, and what is loaded is what is tested.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
