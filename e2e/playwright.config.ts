import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '../scripts/check/find-tools.mjs'
import { portalUrl } from './addresses.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Transcripts of journeys.
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  // Each worker has an operator of its own, whose fault panel serves one test at a time. They wait more than they work.
  workers: 2,
  fullyParallel: false,
  // Limits for hanging tests, no waits: tests follow events, and on a busy machine these come later, but they come.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: portalUrl,
    viewport: { width: 360, height: 640 },
    // Recording costs a quarter of the time: use `--trace on` to examine a test.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: chromiumFlags,
    },
  },
})
