import { defineConfig } from '@playwright/test'
import { portalUrl } from './addresses.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Each has an operator of its own, whose fault panel serves one story at a time. They wait more than they work.
  workers: 2,
  fullyParallel: false,
  // A busy machine may miss a deadline once; the list names every story that needed a second look.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: portalUrl,
    viewport: { width: 360, height: 640 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
