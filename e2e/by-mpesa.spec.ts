import { expectBooks } from './sandbox.ts'
import { expectAccessible } from './screen.ts'
import { approveOnPhone, openPhone, refuseOnPhone } from './steps/phone.ts'
import { orderAirtime } from './steps/recharge.ts'
import { expectStatus, expectSuccess, receiptLine } from './steps/status.ts'
import { expect, test } from './visitor.ts'

test.describe('paying with M-Pesa', () => {
  test('is approved on the handset, whoever runs its network', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await orderAirtime(page, line, 700)
    await page.getByRole('link', { name: 'Mpesa' }).click()
    await page.getByRole('button', { name: 'Continue to pay' }).click()
    await expect(page.getByText('Email is required').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Email for the receipt' }).fill('thoko@example.com')
    await page.getByRole('button', { name: 'Continue to pay' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
    await expectAccessible(page)

    await approveOnPhone(await openPhone(page, line))
    await expectSuccess(page)
    await expect(receiptLine(page, 'Paid with')).toHaveText('Mpesa')
    await expectBooks(line, { taken: [700], delivered: [700] })
  })

  test('takes nothing when it is refused on the handset', async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    await page.getByRole('link', { name: 'Mpesa' }).click()
    await page.getByRole('textbox', { name: 'Email for the receipt' }).fill('thoko@example.com')
    await page.getByRole('button', { name: 'Continue to pay' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
    await refuseOnPhone(await openPhone(page, line))
    await expectStatus(page, 'Not successful', /./)
    await expectBooks(line, { taken: [], delivered: [] })
  })

  test('can be left before it begins', async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    await page.getByRole('link', { name: 'Mpesa' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
  })
})
