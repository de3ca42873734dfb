import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '../scripts/check/find-tools.mjs'
import { portalUrl } from './addresses.ts'

/**
 * Chromium draws the list below an address bar that is never visible for each window, in a process of its own: a
 * quarter of what a test costs the processor.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess']

/** What Playwright switches off itself: of two such switches only the last counts. */
const unwanted = `AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades
  HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning
  AvoidCorsURLLoaderRestartOnRedirect OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // The path is for transcripts of journeys.
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  // Each worker has an operator of its own, whose fault panel serves one test at a time. Two keep two cores busy nine
  // tenths of the time; a third one costs more to start than it gains.
  workers: 2,
  fullyParallel: false,
  // The limits are for hanging tests, no waits: tests follow events, and on a busy machine these come later, but they
  // come.
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
      args: [...chromiumFlags, `--disable-features=${[...unseen, ...unwanted.split(/\s+/)].join(',')}`],
    },
  },
})
