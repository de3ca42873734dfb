import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../screen.ts'
import { inSwahili, pagesOfSite } from '../steps/all-pages.ts'
import { journeys, type Visit } from '../steps/journeys.ts'
import { newTranscript } from '../transcript.ts'
import { expect, test } from '../visitor.ts'

/** Checks each state of a journey in place of writing it down. */
const checkOn = (page: Page): Visit['transcript'] => ({
  ...newTranscript(page, ''),
  async read(_, complete) {
    await expect(page.locator(complete).locator('visible=true').first()).toBeVisible()
    await expectAccessibleOnAllScreens(page)
  },
})

test.describe('no page has an accessibility violation', () => {
  for (const [language, prefix] of [
    ['en', ''],
    ['sw', '/sw'],
  ] as const) {
    test(`light or dark, on a phone or a wide screen: ${language}`, { tag: '@verify' }, async ({ page }) => {
      const paths = await pagesOfSite(page)
      for (const path of prefix === '' ? paths : paths.map(inSwahili)) {
        await page.goto(path)
        await expectAccessibleOnAllScreens(page)
      }
    })

    for (const [name, travel] of Object.entries(journeys))
      test(`in any state of a journey: ${name}, ${language}`, {
        tag: '@verify',
      }, async ({ page, line, complaints }) => {
        complaints.expect(/status of 400/)
        await travel({ page, transcript: checkOn(page), prefix, line })
      })
  }
})
