import type { Page } from '@playwright/test'
import { approvePush, expectMail } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { accountField, clickContinue, emailField, newAccount, showButton } from '../steps/fixed-line.ts'
import { chooseMethod, expectSuccess, payButton, walletField } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const soon = { amount: 18_250.75, dueInDays: 12 }

test.describe('invoices of a company', () => {
  const open = async (page: Page, account: string) => {
    await page.goto('/orp/fixed-internet')
    await page.getByRole('link', { name: 'For a company' }).click()
    await expect(emailField(page)).toHaveCount(0)
    await accountField(page).fill(account)
    await showButton(page).click()
  }

  test('ask for a code at the address that billing has, which the visitor does not type', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    const address = `company-${line}@traders.example.com`
    const account = await newAccount({ bills: [soon], email: address })
    await open(page, account)
    await expect(page.getByText('c•••@t•••.com')).toBeVisible()
    await expect(page.getByText(address)).toHaveCount(0)
    await expectAccessible(page)
    await clickContinue(page)
    await chooseMethod(page, 'Nyanja Money')
    await walletField(page).fill(line)
    await payButton(page).click()
    await approvePush(line)
    await expectSuccess(page)
    await expectMail(address, /^Receipt: MWK.18,250\.75/)
  })

  test('ask for an address when billing has none', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    const account = await newAccount({ bills: [soon] })
    await open(page, account)
    await expect(page.getByRole('alert')).toContainText('We have no email for this account.')
    await expectAccessible(page)
    await emailField(page).fill('office@example.com')
    await showButton(page).click()
    await expect(page.getByText('o•••@e•••.com')).toBeVisible()
    await page.getByRole('link', { name: 'Another account' }).click()
    await expect(emailField(page)).toHaveCount(0)
  })
})
