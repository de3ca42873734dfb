import type { Page } from '@playwright/test'
import { approvePush, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { accountField, clickContinue, newAccount, showBills } from '../steps/fixed-line.ts'
import { checkUntil, chooseMethod, payButton, walletField } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const keepBox = (page: Page) => page.getByRole('checkbox', { name: /^Keep .* on this phone$/ })
const nameField = (page: Page) => page.getByRole('textbox', { name: 'A name for it, if you like' })
const chip = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: /saved on this phone/ }).getByRole('button', { name })
const bare = (text: string) => text.replaceAll(/\s|&nbsp;/g, '')

/** Opens the page of payment methods for an order of airtime, with the wallet chosen. */
async function openPayment(page: Page, line: string, amount: number): Promise<void> {
  const form = { msisdn: line, amount: String(amount) }
  const order = await page.request.post('/prepaid-recharge', { form, maxRedirects: 0 })
  await page.goto(order.headers().location ?? '')
  await chooseMethod(page, 'Nyanja Money')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a number is kept before it is paid for, and pays for another line', { tag: '@verify' }, async ({
      page,
      line,
      nextLine,
    }) => {
      await openPayment(page, line, 300)
      await expect(nameField(page)).toBeHidden()
      await keepBox(page).check()
      await nameField(page).fill('Mum')
      await expectAccessible(page)
      await payButton(page).click()
      await approvePush(line)
      await checkUntil(page, 'Thank you')
      await expect(page.getByText('Saved as Mum.')).toBeVisible()

      const other = nextLine()
      await openPayment(page, other, 400)
      expect(bare(await page.content())).not.toContain(line)
      await expectAccessible(page)
      await chip(page, /^Mum ··/).click()
      await expect(walletField(page)).toHaveValue(new RegExp(`${line.slice(-4)}$`))
      expect(bare(await walletField(page).inputValue())).toBe(line)
      await expectAccessible(page)
      // Enter pays with the number in the field, and presses no chip.
      await walletField(page).press('Enter')
      await approvePush(line)
      await checkUntil(page, 'Thank you')
      await expectRecords(other, { taken: [], delivered: [400] })
      await expectRecords(line, { taken: [300, 400], delivered: [300] })
    })

    test('an account is kept before its bill is paid, and typed no more', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      const account = await newAccount({ bills: [{ amount: 22_000, dueInDays: 9 }] })
      await showBills(page, account)
      await clickContinue(page)
      await chooseMethod(page, 'Nyanja Money')
      await walletField(page).fill(line)
      await keepBox(page).check()
      await expectAccessible(page)
      await payButton(page).click()
      await approvePush(line)
      await checkUntil(page, 'Thank you')

      await page.goto('/orp/fixed-internet')
      expect(await page.content()).not.toContain(account)
      await expectAccessible(page)
      await chip(page, /^Account P7•+/).click()
      await expect(accountField(page)).toHaveValue(account)
      await page.goto('/forget-phone')
      await expect(page.getByRole('listitem').filter({ hasText: 'Account' })).toContainText('P7•')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Forget everything' }).click()
      await page.goto('/orp/fixed-internet')
      await expect(chip(page, /^Account/)).toHaveCount(0)
    })

    test('a saved number fills the fields of pages that do more than look at it', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await openPayment(page, line, 300)
      await keepBox(page).check()
      await payButton(page).click()
      await approvePush(line)
      await checkUntil(page, 'Thank you')
      for (const path of ['/find-payment', '/hbb-lead-status']) {
        await page.goto(path)
        await expectAccessible(page)
        await page.getByRole('textbox', { name: /[Rr]eference/ }).fill('NYA')
        await chip(page, /^Number ··/).click()
        const number = page.getByRole('textbox', { name: /[Nn]umber/ })
        await expect(number).toHaveValue(new RegExp(`${line.slice(-4)}$`))
        expect(bare(await number.inputValue())).toBe(line)
        await expect(page.getByRole('textbox', { name: /[Rr]eference/ })).toHaveValue('NYA')
        await expectAccessible(page)
      }
    })
  })
