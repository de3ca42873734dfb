import { expectRecords, expectSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { expectSuccess, methodLink, payByMoney, receiptLine } from '../steps/pay.ts'
import { approveOnPhone, openPhone } from '../steps/phone.ts'
import { beginAtHome, chooseBundle, clickContinue, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a bundle by Nyanja Money', () => {
  test('is approved on the handset and shown on the page by itself', async ({ page, line }) => {
    await beginAtHome(page, line, 'Bundle')
    await chooseBundle(page, /2\.6 GB/)
    await expect(page.getByText('It does not renew. You pay once.')).toBeVisible()
    await expectAccessible(page)
    await clickContinue(page)
    await payByMoney(page)
    await expectAccessible(page)

    const phone = await openPhone(page, line)
    await approveOnPhone(phone)
    await expectSuccess(page)
    await expect(receiptLine(page, 'Payment type')).toHaveText('BUNDLE PURCHASE')
    await expect(receiptLine(page, 'Bundle description')).toHaveText('2.6 GB of data for seven days')
    await expectRecords(line, { taken: [2000], delivered: ['MW-W-2600'] })
    await expectSms(line, /Weekly 2\.6GB is ready until/)
    await expectAccessible(page)
  })

  test('can be paid from the wallet of another number', { tag: '@verify' }, async ({ page, line, nextLine }) => {
    const payer = nextLine()
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await chooseBundle(page, /100 MB/)
    await clickContinue(page)
    await methodLink(page, 'Nyanja Money').click()
    await page.getByRole('textbox', { name: 'Nyanja Money number' }).fill(`0${payer}`)
    await page.getByRole('button', { name: /^Pay MWK/ }).click()

    const phone = await openPhone(page, payer)
    await approveOnPhone(phone)
    await expectSuccess(page)
    await expectRecords(line, { taken: [], delivered: ['MW-D-100'] })
    await expectRecords(payer, { taken: [300], delivered: [] })
  })
})
