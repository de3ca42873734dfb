import type { Page } from '@playwright/test'
import { expectRecords, setPromptTimeout } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import {
  expectLeftAlone,
  expectStatus,
  expectSuccess,
  expectTimedOut,
  payByCard,
  receiptLine,
  typeEmail,
} from '../steps/pay.ts'
import { answerOnPhone, approveOnPhone, openPhone, refuseOnPhone } from '../steps/phone.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const continueToPay = (page: Page) => page.getByRole('button', { name: 'Continue to pay' })

async function pressMpesa(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'M-Pesa' }).click()
  await typeEmail(page)
  await continueToPay(page).click()
}

/** Orders up to the message on the handset. */
async function payByMpesa(page: Page): Promise<void> {
  await pressMpesa(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
}

test.describe('paying with M-Pesa', () => {
  test('is approved on the handset, on any network', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    await page.getByRole('link', { name: 'M-Pesa' }).click()
    await expect(continueToPay(page)).toBeDisabled()
    await expectAccessible(page)
    await payByMpesa(page)
    await expectAccessible(page)

    await approveOnPhone(await openPhone(page, line))
    await expectSuccess(page)
    await expect(receiptLine(page, 'Paid with')).toHaveText('M-Pesa')
    await expectRecords(line, { taken: [700], delivered: [700] })
  })

  test('charges nothing when it is refused on the handset', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    await payByMpesa(page)
    await refuseOnPhone(await openPhone(page, line))
    await expectStatus(page, 'Not successful', /./)
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('charges nothing when the PIN is wrong, and can be retried', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 710)
    const order = new URL(page.url()).searchParams.get('order')
    await payByMpesa(page)
    await answerOnPhone(await openPhone(page, line), '9999', 'Wrong PIN.')
    await expectStatus(page, 'Not successful', /./)
    await expect(page.getByText('Nothing was taken.').first()).toBeVisible()
    await expectRecords(line, { taken: [], delivered: [] })

    await page.getByRole('link', { name: 'Try again' }).click()
    expect(new URL(page.url()).searchParams.get('order')).toBe(order)
    await payByMpesa(page)
    await approveOnPhone(await openPhone(page, line))
    await expectSuccess(page)
    await expectRecords(line, { taken: [710], delivered: [710] })
  })

  test('charges nothing when the balance is too low', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 95_000)
    await payByMpesa(page)
    await answerOnPhone(await openPhone(page, line), '1234', 'Declined.')
    await expectStatus(page, 'Not successful', /./)
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('times out when the prompt is not answered, and is paid by card instead', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await setPromptTimeout(1000)
    await orderAirtime(page, line, 720)
    await payByMpesa(page)
    await expectTimedOut(page)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Try again' }).click()
    await payByCard(page)
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [720], delivered: [720] })
  })

  test('prompts a handset a limited number of times', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await expectLeftAlone(page, line, { pay: payByMpesa, press: pressMpesa })
  })

  test('can be left before it begins', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    await page.getByRole('link', { name: 'M-Pesa' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
    await expectRecords(line, { taken: [], delivered: [] })
  })
})
