import { approvePush, readBills } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import {
  accountField,
  bills,
  clickContinue,
  continueButton,
  emailField,
  newAccount,
  showBills,
  showButton,
} from '../steps/fixed-line.ts'
import { checkUntil, chooseMethod, payButton, walletField } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const late = { amount: 22_000, dueInDays: -9 }
const soon = { amount: 18_250.75, dueInDays: 12 }

test.describe('invoices of fixed internet without script', () => {
  test.use({ javaScriptEnabled: false })

  test('are shown, chosen and paid', async ({ page, line, complaints }) => {
    complaints.expect(/status of 40[09]/)
    const account = await newAccount({ bills: [late, soon] })
    await page.goto('/orp/fixed-internet')
    await accountField(page).fill('1234567890')
    await emailField(page).fill('nobody')
    await showButton(page).click()
    await expect(page.getByRole('heading', { name: '2 things to put right' })).toBeVisible()
    await expect(page.getByText(/^Invalid Account Number\. It begins with P, E or both/).first()).toBeVisible()
    await expect(page.getByText(/^Invalid Email Id/).first()).toBeVisible()
    await expect(accountField(page)).toHaveValue('1234567890')
    await expectAccessible(page)

    await showBills(page, account)
    await expect(page.getByText('Choose, then see the total on the next page.')).toBeVisible()
    await expectAccessible(page)
    await bills(page).first().uncheck()
    await continueButton(page).click()
    await expect(page.getByText('Please choose at least one bill.')).toBeVisible()
    await bills(page).last().check()
    await clickContinue(page)
    await chooseMethod(page, 'Nyanja Money')
    await walletField(page).fill(line)
    await payButton(page).click()
    await approvePush(line)
    await checkUntil(page, 'Thank you')
    expect((await readBills(account)).map(({ state }) => state)).toEqual(['sent', 'settled'])
  })

  test('lead back to the first page when the order no longer exists', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/orp/fixed-internet/invoices?order=gone')
    await expect(page.getByText('This page was open too long. Please type the account number again.')).toBeVisible()
    await expectAccessible(page)
  })
})
