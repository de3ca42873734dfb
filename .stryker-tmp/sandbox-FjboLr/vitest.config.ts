// @ts-nocheck
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    // Tests of adapters spend most of their time waiting for answers that never come.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
