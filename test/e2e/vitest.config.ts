import { defineConfig } from 'vitest/config'
import { manners } from '../helpers/second-tries.ts'

export default defineConfig({
  test: {
    ...manners,
    include: ['test/e2e/**/*.test.ts'],
    setupFiles: ['test/helpers/messages-as-text.ts'],
    pool: 'forks',
    // One window at a time on each display: focus and clipboard are of one window alone.
    maxWorkers: process.env.SKILLET_DISPLAYS?.split(' ').length ?? 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
