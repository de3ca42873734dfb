import { defineConfig } from 'vitest/config'
import { root } from '../../scripts/run.mjs'

/** Tests of real processes that need minutes, which `npm test` leaves out. */
export default defineConfig({
  root,
  test: {
    include: ['bench/**/*.verify.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 240_000,
    expect: { poll: { interval: 20, timeout: 60_000 } },
  },
})
