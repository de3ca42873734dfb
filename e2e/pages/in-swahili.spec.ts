import type { Page } from '@playwright/test'
import { approvePush, expectRecords, expectSms } from '../sandbox.ts'
import { chooseLanguage, expectAccessible } from '../screen.ts'
import { findPopup, payAtGateway } from '../steps/card-page.ts'
import { methodLink, toEmail } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** Checks the heading, in the right language, at an address with its prefix. */
async function expectSwahili(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  expect(new URL(page.url()).pathname).toMatch(/^\/sw(\/|$)/)
}

async function orderInSwahili(page: Page, line: string, amount: number): Promise<void> {
  await page.goto('/sw')
  await expectSwahili(page, 'Ongeza salio kwenye laini yoyote')
  await page.getByRole('textbox', { name: 'Nambari ya simu' }).fill(line)
  await page.getByRole('button', { name: 'Endelea' }).click()
  await expectSwahili(page, 'Salio la simu au kifurushi')
  await expect(page.getByText('Laini ya malipo ya kabla. Iko tayari kuongezewa salio.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Kiasi cha salio la simu' }).fill(String(amount))
  await page.getByRole('button', { name: 'Endelea' }).click()
  await expectSwahili(page, 'Ungependa kulipa kwa njia gani?')
}

test.describe('in Swahili', () => {
  test('airtime by card stays in Swahili from the first page to the SMS', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderInSwahili(page, line, 210)
    await expectAccessible(page)
    const pay = page.getByRole('button', { name: 'Lipa MWK 210' })
    await expect(pay).toBeDisabled()
    await expectSwahili(page, 'Ungependa kulipa kwa njia gani?')
    const email = page.getByRole('textbox', { name: 'Anwani ya barua pepe ya kupokea risiti' })
    await email.fill('thoko@example.com')
    await page.getByRole('button', { name: 'Lipa MWK 210' }).click()
    await payAtGateway(page)
    await expectSwahili(page, 'Asante')
    await expectAccessible(page)
    await expectRecords(line, { taken: [210], delivered: [210] })

    const sms = await expectSms(line, /Salio la MWK 210 limefika/)
    await page.goto(/http\S+/.exec(sms)?.[0] ?? '')
    await expectSwahili(page, 'Asante')
    await page.getByRole('link', { name: 'Rudi ulikotoka' }).click()
    await expectSwahili(page, 'Salio la simu au kifurushi')
  })

  test('a push is approved, and the page follows in Swahili', { tag: '@verify' }, async ({ page, line }) => {
    await orderInSwahili(page, line, 220)
    await methodLink(page, 'Nyanja Money').click()
    await page.getByRole('button', { name: 'Lipa MWK 220' }).click()
    await expectSwahili(page, 'Angalia simu yako')
    await expectAccessible(page)
    await approvePush(line)
    await expectSwahili(page, 'Asante')
    await expectRecords(line, { taken: [220], delivered: [220] })
  })

  test('a visitor who left the card page sees the status, and that the time is over', { tag: '@verify' }, async ({
    page,
    line,
    operator,
  }) => {
    await orderInSwahili(page, line, 240)
    await page.getByRole('link', { name: /Paystack/ }).click()
    await page.getByRole('textbox', { name: 'Anwani ya barua pepe ya kupokea risiti' }).fill(toEmail(line))
    await page.getByRole('button', { name: 'Lipa MWK 240' }).click()
    await findPopup(page).getByRole('button', { name: 'Cancel payment' }).click()
    await expectSwahili(page, 'Tunaangalia malipo yako')
    await expect(page.getByText('Ulithibitisha? Basi tafadhali usilipe tena.')).toBeVisible()
    await expectAccessible(page)
    await operator.letPass(31)
    await expectSwahili(page, 'Muda wa kulipa umeisha')
    await expectAccessible(page)
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('an unknown address is answered in Swahili', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    await page.goto('/sw/no-such-page')
    await expectSwahili(page, 'Kuhusu Nyanja')
    await expectAccessible(page)
  })
})

test.describe('changing the language', () => {
  test('keeps the page and the order at every step, and the way back from the gateway', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 230)
    await chooseLanguage(page, 'Kiswahili')
    await expectSwahili(page, 'Ungependa kulipa kwa njia gani?')
    await page.getByRole('link', { name: 'Rudi' }).click()
    await expectSwahili(page, 'Salio la simu au kifurushi')
    await expect(page.getByRole('textbox', { name: 'Kiasi cha salio la simu' })).toHaveValue('230')

    await chooseLanguage(page, 'English')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
    await expect(page.getByRole('textbox', { name: 'Airtime amount' })).toHaveValue('230')
    await chooseLanguage(page, 'Kiswahili')
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expectSwahili(page, 'Ungependa kulipa kwa njia gani?')
    await page.getByRole('textbox', { name: 'Anwani ya barua pepe ya kupokea risiti' }).fill('thoko@example.com')
    await page.getByRole('button', { name: 'Lipa MWK 230' }).click()
    await payAtGateway(page)
    await expectSwahili(page, 'Asante')

    await chooseLanguage(page, 'English')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expectRecords(line, { taken: [230], delivered: [230] })
  })

  test('keeps it on the phone, where the first page opens in it from then on', async ({ page }) => {
    await page.goto('/privacy')
    await chooseLanguage(page, 'Kiswahili')
    await expectSwahili(page, 'Faragha')
    await page.goto('/')
    await expectSwahili(page, 'Ongeza salio kwenye laini yoyote')
    await page.goto('/privacy')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('link', { name: 'Nyanja' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    await page.goto('/forget-phone')
    await expect(page.getByRole('heading', { name: 'Your language' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await expect(page.getByRole('heading', { name: 'This phone keeps nothing from here' })).toBeVisible()
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('forgets it when the first one is chosen again', async ({ page }) => {
    await page.goto('/')
    await chooseLanguage(page, 'Kiswahili')
    await expect(page).toHaveURL(/\/sw$/)
    await chooseLanguage(page, 'English')
    await expect(page).toHaveURL(/\/$/)
    expect((await page.request.get('/', { maxRedirects: 0 })).status()).toBe(200)
    expect(await page.context().cookies()).toEqual([])
  })
})
