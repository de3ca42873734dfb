import type { Page } from '@playwright/test'
import { approvePush } from '../sandbox.ts'
import { journeys } from '../steps/journeys.ts'
import { askWallet } from '../steps/portal-service.ts'
import { keepIdleCallback } from '../steps/waiting.ts'
import { listenToPage, newTranscript } from '../transcript.ts'
import { expect, test } from '../visitor.ts'

// Payments that other tests let fail would be reported beside the method.
test.use({ alone: 'transcripts' })

test.describe('a screen reader is told', () => {
  for (const [name, travel] of Object.entries(journeys))
    for (const [language, prefix] of [
      ['en', ''],
      ['sw', '/sw'],
    ] as const)
      test(`of every page what its transcript says: ${name}, ${language}`, {
        tag: '@verify',
      }, async ({ page, line, complaints }) => {
        complaints.expect(/status of 400/)
        await keepIdleCallback(page)
        await page.clock.install()
        await page.addInitScript(listenToPage)
        const transcript = newTranscript(page, `${name}, ${language}`)
        await travel({ page, transcript, prefix, line })
        expect(transcript.text()).toMatchSnapshot(`${name}.${language}.md`)
      })
})

const announcedOn = (page: Page) => page.evaluate<string[]>('announced')

test.describe('a live region announces', () => {
  test.beforeEach(({ page }) => page.addInitScript(listenToPage))

  test('the check of a number, its answer and what replaces an amount, each once and in this order', async ({
    page,
    line,
  }) => {
    const transcript = newTranscript(page, '')
    await page.goto('/prepaid-recharge')
    const release = await transcript.hold('**/line-check/recharge*')
    await page.locator('#msisdn').fill(line)
    await expect.poll(() => announcedOn(page)).toHaveLength(1)
    release()
    await expect(page.locator('main [type=radio]').first()).toBeVisible()
    await page.locator('#amount').fill('500')
    await page.locator('main [type=radio]').first().check()
    await expect.poll(() => announcedOn(page)).toHaveLength(3)
    expect(await announcedOn(page)).toEqual([
      'status: Checking the line ...',
      'status: Prepaid line. Ready to top up.',
      'status: The airtime amount is cleared, because you chose a bundle.',
    ])
  })

  test('once that nothing answers, however often the page asks, and the result by a title', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/)
    await page.clock.install()
    await page.goto(`/payment/status?id=${await askWallet(line, 500)}`)
    let asked = 0
    await page.route('**/state', (route) => {
      asked += 1
      return route.abort()
    })
    const askedLater = async () => {
      await page.clock.runFor(30_000)
      return asked
    }
    await expect.poll(askedLater, { intervals: [100] }).toBeGreaterThan(4)
    const [first = '', ...more] = await announcedOn(page)
    expect(first).toMatch(/^status: No answer from us right now/)
    expect(more).toEqual([])
    await page.unroute('**/state')
    await approvePush(line)
    await expect(page).toHaveTitle(/^Successful: Thank you/)
  })
})
