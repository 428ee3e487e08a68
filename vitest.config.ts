import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/ollama/**'],
    pool: 'forks',
    testTimeout: 30_000,
  },
})
