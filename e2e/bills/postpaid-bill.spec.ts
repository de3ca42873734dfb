import type { Page } from '@playwright/test'
import { addBilledLine, approvePush, readPaidBills, readSentCode, toAccount } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { otherCode, typeCode } from '../steps/code.ts'
import { expectSuccess, receiptLine } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

/** Writes a number as a public page shows it. */
const masked = (billed: string) => toAccount(billed).replace(/(?<=^..)....(?=....$)/, '••••')
const shown = (line: string) => `+265 ${line.replace(/(..)(...)(....)/, '$1 $2 $3')}`

async function openBill(page: Page, line: string, path = '/postpaid-bill-pay'): Promise<void> {
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Phone number of the bill' }).fill(line)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'How much do you pay?' })
const clickContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function payByMoney(page: Page, wallet: string): Promise<void> {
  await page.getByRole('link', { name: 'Nyanja Money Approve' }).click()
  await page.getByRole('textbox', { name: 'Nyanja Money number' }).fill(wallet)
  await page.getByRole('button', { name: /^Pay MWK/ }).click()
  await approvePush(wallet)
  await expectSuccess(page)
}

test.describe('a postpaid bill', () => {
  test('is shown to the holder of the handset, and paid whole', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    const owing = await addBilledLine(18_250.75)
    await openBill(page, owing)
    await expect(page.getByText('18,250.75')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send a code to' }).click()
    const code = await readSentCode(owing)
    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await typeCode(page, code)
    await expect(page.getByText('MWK 18,250.75')).toBeVisible()
    await expect(amount(page)).toHaveValue('18250.75')
    await expectAccessible(page)

    await clickContinue(page)
    await page.getByText('Show order').click()
    await expect(page.getByText(masked(owing)).first()).toBeVisible()
    await expectAccessible(page)
    await payByMoney(page, line)
    await expect(receiptLine(page, 'Payment type')).toHaveText('POSTPAID BILL PAYMENT')
    await expect(receiptLine(page, 'Account number')).toHaveText(masked(owing))
    await expect(receiptLine(page, 'Left to pay')).toHaveText('MWK 0')
    await expectAccessible(page)
    expect(await readPaidBills(toAccount(owing))).toEqual([18_250.75])
  })

  test('is shown to a visitor who knows the account number, with five attempts', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await openBill(page, await addBilledLine(12_000))
    await page.getByRole('link', { name: 'Use the account number' }).click()
    const account = page.getByRole('textbox', { name: 'Account number' })
    const show = page.getByRole('button', { name: 'Show the bill' })
    await account.fill('12345')
    await account.blur()
    await expect(show).toBeDisabled()
    await expect(page.getByText('Invalid Account Number')).toBeVisible()
    for (const left of ['4 attempts left.', '3 attempts left.', '2 attempts left.', '1 attempt left.']) {
      await account.fill('1000000099')
      await show.click()
      await expect(page.getByText(left)).toBeVisible()
    }
    await expectAccessible(page)
    await account.fill('1000000099')
    await show.click()
    await expect(page.getByText('Maximum attempts exhausted')).toBeVisible()

    const final = await addBilledLine(0)
    await openBill(page, final)
    await page.getByRole('link', { name: 'Use the account number' }).click()
    await account.fill(toAccount(final).replace(/(....)(...)/, '$1 $2 '))
    await show.click()
    await expect(page.getByText('Nothing is owed on this line.')).toBeVisible()
  })

  test('may be paid in part by a visitor who cannot see the amount due', { tag: '@verify' }, async ({ page, line }) => {
    const billed = await addBilledLine(4000)
    await openBill(page, billed)
    await amount(page).fill('99')
    await expect(page.getByText('Minimum amount should be MWK 100')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await expectAccessible(page)
    await amount(page).fill('2000000')
    await expect(page.getByText('Maximum amount should be MWK 1,500,000')).toBeVisible()
    await expect(page.getByText('Minimum amount')).toHaveCount(0)
    await amount(page).fill('1,500.50')
    await clickContinue(page)
    await payByMoney(page, line)
    await expect(page.getByText('MWK 1,500.50').first()).toBeVisible()
    await expect(receiptLine(page, 'Left to pay')).toHaveCount(0)
    expect(await readPaidBills(toAccount(billed))).toEqual([1500.5])
  })

  test('is paid again only as a credit after it was paid', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    const billed = await addBilledLine(5800)
    await openBill(page, billed)
    await amount(page).fill('5800')
    await clickContinue(page)
    await payByMoney(page, line)

    await openBill(page, billed)
    await page.getByRole('link', { name: 'Use the account number' }).click()
    await page.getByRole('textbox', { name: 'Account number' }).fill(toAccount(billed))
    await page.getByRole('button', { name: 'Show the bill' }).click()
    await expect(page.getByText('The bill is paid.')).toBeVisible()
    await expectAccessible(page)
    await amount(page).fill('200')
    await clickContinue(page)
    await expect(page.getByText(/^This bill is paid\. Nothing is left to pay\./).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: /MWK.200 becomes a credit/ }).check()
    await clickContinue(page)
    await expect(page.getByText(/MWK.200 of this is a credit/).locator('visible=true')).toBeVisible()
    await expectAccessible(page)
    await payByMoney(page, line)
    await expect(receiptLine(page, 'Credit on the account')).toHaveText('MWK 200')
    await expect(page.getByText('Left to pay')).toHaveCount(0)
    expect(await readPaidBills(toAccount(billed))).toEqual([5800, 200])
  })

  test('leads a prepaid line to its top-up, with the number kept', { tag: '@verify' }, async ({ page, line }) => {
    await openBill(page, line)
    await expect(page.getByText('This is a prepaid line.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Top it up' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
    await expect(page.getByRole('textbox', { name: 'Phone number to top up' })).toHaveValue(/^99 900/)
  })

  test('leads a router to its bundles, with the number kept', { tag: '@verify' }, async ({ page }) => {
    await openBill(page, '999000071')
    await expect(page.getByText('This is a broadband number.')).toBeVisible()
    await page.getByRole('button', { name: 'See router bundles' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Router bundles')
    await expect(page.getByText(shown('999000071'))).toBeVisible()
  })

  test('opens from a recharge of a postpaid line, with the number kept', { tag: '@verify' }, async ({ page }) => {
    const hybrid = await addBilledLine(3000, 'HYBRID')
    await page.goto('/prepaid-recharge')
    await page.getByRole('textbox', { name: 'Phone number to top up' }).fill(hybrid)
    await page.getByRole('button', { name: 'Pay its bill' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay your bill')
    await expect(page.getByText(shown(hybrid))).toBeVisible()
    await expect(page.getByText('Hybrid line. It has airtime and a bill.')).toBeVisible()
  })

  test('shows what is wrong with a number', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await openBill(page, '991111111')
    await expect(page.getByText(/^Invalid Mobile No/).first()).toBeVisible()
    await expectAccessible(page)
  })

  test('is paid in Swahili', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/sw/postpaid-bill-pay')
    await page.getByRole('textbox', { name: 'Nambari ya simu ya bili' }).fill(await addBilledLine(5500))
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page.getByText('Laini ya malipo ya baada')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Unalipa kiasi gani?' }).fill('500')
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page.getByText('Malipo ya bili').first()).toBeVisible()
  })

  test('is paid with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    const billed = await addBilledLine(5600)
    await page.goto('/postpaid-bill-pay')
    await page.getByRole('textbox', { name: 'Phone number of the bill' }).focus()
    await page.keyboard.type(billed)
    await page.keyboard.press('Enter')
    await amount(page).focus()
    await page.keyboard.type('700')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText(shown(billed))).toBeVisible()
  })
})

test.describe('a postpaid bill without script', () => {
  test.use({ javaScriptEnabled: false })

  test('is shown after a code and can be paid', async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    const billed = await addBilledLine(5700)
    await openBill(page, '99')
    await expect(page.getByText(/digits so far/).first()).toBeVisible()
    await openBill(page, billed)
    await page.getByRole('button', { name: 'Send a code to' }).click()
    await page.getByRole('textbox', { name: '6-digit code' }).fill(await readSentCode(billed))
    await page.getByRole('button', { name: 'Verify and go on' }).click()
    await expect(amount(page)).toHaveValue('5700')
    await expectAccessible(page)
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })
})
