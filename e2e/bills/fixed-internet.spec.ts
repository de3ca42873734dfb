import { portalUrl } from '../addresses.ts'
import {
  addFault,
  approvePush,
  clearFaults,
  expectMail,
  expectPrompts,
  expectSms,
  payAtShop,
  readBills,
  readPaidBills,
  refusePush,
} from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import {
  accountField,
  askFor,
  bills,
  clickContinue,
  continueButton,
  emailField,
  expectPayment,
  newAccount,
  showBills,
  showButton,
} from '../steps/fixed-line.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { chooseMethod, expectSuccess, payButton, receiptLine, walletField } from '../steps/pay.ts'
import { reloadUntil } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

const late = { amount: 22_000, dueInDays: -9 }
const soon = { amount: 18_250.75, dueInDays: 12 }

test.describe('invoices of fixed internet', () => {
  test('are listed first and ticked when overdue, and are paid by push', async ({ page, line }) => {
    const account = await newAccount({ bills: [soon, late] })
    await page.goto('/')
    await page.getByRole('link', { name: /fixed internet invoice/ }).click()
    await accountField(page).fill(account.toLowerCase())
    await emailField(page).fill(`fixed-${line}@example.com`)
    await showButton(page).click()
    await expect(bills(page)).toHaveCount(2)
    await expect(bills(page).first()).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Overdue/ })).toHaveCount(1)
    await expect(page.getByText('Together MWK 22,000')).toBeVisible()
    await bills(page).last().check()
    await expect(page.getByText('Together MWK 40,250.75')).toBeVisible()
    await bills(page).last().uncheck()
    await expectAccessible(page)

    await clickContinue(page)
    await page.getByText('Show order').click()
    const [, overdue] = await readBills(account)
    for (const shown of [account, overdue?.number ?? '', 'Bill starts', 'Bill ends', 'Due date', 'MWK 22,000'])
      await expect(page.getByText(shown).first()).toBeVisible()
    await chooseMethod(page, 'Nyanja Money')
    await expect(walletField(page)).toHaveValue('')
    await expectAccessible(page)
    await walletField(page).fill(line)
    await payButton(page).click()
    await approvePush(line)
    await expectSuccess(page)
    await expect(receiptLine(page, 'Payment type')).toHaveText('BILL PAYMENT')
    await expect(receiptLine(page, 'Account number')).toHaveText(account)
    await expect(receiptLine(page, 'Invoice number')).toHaveText(overdue?.number ?? '')
    await expect(receiptLine(page, 'Left to pay')).toHaveText('MWK 0')
    await expectAccessible(page)

    expect((await readBills(account)).map(({ state }) => state)).toEqual(['sent', 'settled'])
    await expectSms(line, /^MWK 22,000 paid on your Nyanja bill/)
    const mail = await expectMail(`fixed-${line}@example.com`, /^Receipt: MWK.22,000/)
    expect(mail).toContain(overdue?.number)
    expect(mail).not.toContain(account)

    await page.goto(page.url().replace(/&order=\w+/, ''))
    await expect(receiptLine(page, 'Account number')).toHaveText(/^P7•+\d{4}$/)
  })

  test('are paid several at once by card, with a receipt to the given address', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    const account = await newAccount({ bills: [late, soon, { amount: 900, dueInDays: 40 }], phone: `265${line}` })
    await showBills(page, account, `card-${line}@example.com`)
    await expect(page.getByText(/^\+265\s99\s•••\s••\d\d$/)).toBeVisible()
    await bills(page).nth(1).check()
    await expect(page.getByText('Together MWK 40,250.75')).toBeVisible()
    await clickContinue(page)
    await expect(page.getByText(`The receipt goes to c•••@e•••.com.`).first()).toBeVisible()
    await expect(emailField(page)).toHaveCount(0)
    await payButton(page).click()
    await payAtGateway(page)
    await expectSuccess(page)
    const [first, second] = await readBills(account)
    await expect(receiptLine(page, 'Invoice number')).toHaveText(`${first?.number}, ${second?.number}`)
    expect((await readBills(account)).map(({ state }) => state)).toEqual(['settled', 'settled', 'sent'])
    expect(await readPaidBills(account)).toEqual([40_250.75])
    await expectMail(`card-${line}@example.com`, /^Receipt: MWK.40,250\.75/)
    await expectSms(line, /40,250\.75 paid/)

    await page.getByRole('link', { name: 'Return' }).click()
    await showBills(page, account)
    await expect(bills(page)).toHaveCount(1)
    await expect(page.getByText('Together MWK 900')).toBeVisible()
  })

  test('prompt one payer at a time', { tag: '@verify' }, async ({ page, line, nextLine, browser, complaints }) => {
    complaints.expect(/status of 400/)
    const account = await newAccount({ bills: [late] })
    const other = await browser.newPage({ baseURL: portalUrl })
    for (const payer of [page, other]) {
      await showBills(payer, account)
      await clickContinue(payer)
      await chooseMethod(payer, 'Nyanja Money')
    }
    await walletField(page).fill(line)
    await payButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')

    const wallet = nextLine()
    await walletField(other).fill(wallet)
    await payButton(other).click()
    const notice = other.getByText(/^Somebody else began to pay this invoice a moment ago/).first()
    await expect(other.getByRole('alert').getByText(/^Somebody else began/)).toBeVisible()
    await expectAccessible(other)
    await expectPrompts(wallet, 0)
    await other.reload()
    await expect(notice).toBeVisible()

    await refusePush(line)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Check your phone')
    // The browser sends the refused form once more.
    await other.reload()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
    await approvePush(wallet)
    await expectSuccess(other)
    expect(await readPaidBills(account)).toEqual([22_000])
    await other.close()
  })

  test('are paid all together with one button when overdue', { tag: '@verify' }, async ({ page }) => {
    const account = await newAccount({ bills: [late, { amount: 20_000, dueInDays: -40 }, soon] })
    await showBills(page, account)
    await page.getByRole('button', { name: /^Pay all 2 overdue bills: MWK.42,000$/ }).click()
    await expectPayment(page)
    await expect(page.getByText('MWK 42,000').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(bills(page)).toHaveCount(3)
  })

  test('show what is wrong with an account, an email and an amount', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const account = await newAccount({
      bills: [
        { amount: 60, dueInDays: 3 },
        { amount: 1_600_000, dueInDays: 9 },
      ],
    })
    await page.goto('/orp/fixed-internet')
    await expect(showButton(page)).toBeDisabled()
    await accountField(page).fill(`${account}1`)
    await emailField(page).fill('chisomo@example.com')
    await expect(showButton(page)).toBeDisabled()
    await accountField(page).fill('P6000000000')
    await showButton(page).click()
    await expect(page.getByRole('alert').getByText(/^Invalid Account Number\. We know no such account/)).toBeVisible()
    await expectAccessible(page)
    await accountField(page).fill(account)
    await emailField(page).fill('chisomo@example_com')
    await emailField(page).blur()
    await expect(emailField(page)).toHaveAccessibleDescription(/Invalid Email Id/)
    await expect(showButton(page)).toBeDisabled()

    await showBills(page, account)
    await expect(continueButton(page)).toBeDisabled()
    await bills(page).first().check()
    await continueButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Minimum amount should be MWK 100')
    await expect(bills(page).first()).toBeChecked()
    await expectAccessible(page)
    await bills(page).last().check()
    await continueButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Maximum amount should be MWK 1,500,000')
    await expect(page.getByRole('alert')).toContainText('Pay fewer at once')
  })

  test('leave the list when another payer has paid meanwhile, and the others stay ticked', {
    tag: '@verify',
  }, async ({ page, complaints }) => {
    complaints.expect(/status of 409/)
    const account = await newAccount({ bills: [late, { ...late, dueInDays: -2 }, soon] })
    await showBills(page, account)
    const [first] = await readBills(account)
    if (first === undefined) throw new Error('No bill')
    await payAtShop(account, first)
    await continueButton(page).click()
    await expect(page.getByRole('alert')).toContainText(`Paid already: ${first.number}.`)
    await expect(bills(page)).toHaveCount(2)
    await expect(bills(page).first()).toBeChecked()
    await expect(bills(page).last()).not.toBeChecked()
    await expectAccessible(page)
    await clickContinue(page)
    await expect(page.getByText('MWK 22,000').first()).toBeVisible()
  })

  test('are not paid twice when another payer pays while the visitor chooses a payment method', {
    tag: '@verify',
  }, async ({ page, line }) => {
    const account = await newAccount({ bills: [late, soon] })
    await showBills(page, account)
    await clickContinue(page)
    await chooseMethod(page, 'Nyanja Money')
    await walletField(page).fill(line)
    const [paid] = await readBills(account)
    if (paid === undefined) throw new Error('No bill')
    await payAtShop(account, paid)
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Open bills' })).toBeVisible()
    await expect(bills(page)).toHaveCount(1)
    expect(await readPaidBills(account)).toEqual([22_000])
  })

  test("show the contact's number to no other visitor with the link of the order", { tag: '@verify' }, async ({
    page,
  }) => {
    const account = await newAccount({ bills: [soon], phone: '265999000015' })
    await showBills(page, account)
    const { search } = new URL(page.url())
    for (const path of ['/postpaid-bill-pay', '/prepaid-recharge', '/data-bundle', '/broadband-recharge']) {
      await page.goto(path + search)
      await expect(page.getByRole('textbox').first()).toBeVisible()
      expect(await page.content()).not.toContain('900 0015')
    }
  })

  test('show a short page for an account that owes nothing', { tag: '@verify' }, async ({ page }) => {
    const account = await newAccount({ bills: [{ amount: 500, paid: 500, dueInDays: -20 }] })
    await askFor(page, account)
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Another account' }).click()
    await expect(accountField(page)).toHaveValue('')
  })

  test('show a message when billing is silent', { tag: '@verify' }, async ({ page, line: _, complaints }) => {
    complaints.expect(/status of 400/)
    const account = await newAccount({ bills: [soon] })
    await showBills(page, account)
    await expect(bills(page)).toBeChecked()
    await clickContinue(page)
    await addFault({ provider: 'bss', operation: 'customerBill.read', kind: 'error_before' })
    await page.getByRole('link', { name: 'Back' }).click()
    // An invoice is cached for a few seconds.
    const silent = page.getByRole('heading', { name: 'We cannot see the bills right now.' })
    await reloadUntil(page, () => silent.isVisible())
    await expectAccessible(page)
    await clearFaults()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(bills(page)).toHaveCount(1)
  })

  test('are as quick to find among a thousand', { tag: '@verify' }, async ({ page }) => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ amount: 1_000 + at, dueInDays: at - 40 }))
    const account = await newAccount({ bills: many })
    await showBills(page, account)
    await expect(bills(page)).toHaveCount(25)
    await expect(page.getByText('1 to 25 of 1,000')).toBeVisible()
    const list = await page.reload()
    expect((await list?.request().sizes())?.responseBodySize).toBeLessThan(20_000)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Next 25' }).click()
    await expect(page.getByText('26 to 50 of 1,000')).toBeVisible()
    await page.getByRole('link', { name: 'Overdue (40)' }).click()
    await expect(page.getByText('1 to 25 of 40')).toBeVisible()
    await page.getByRole('link', { name: 'Next 15' }).click()
    await expect(bills(page)).toHaveCount(15)
    await page.getByRole('link', { name: 'Previous 25' }).click()
    await page.getByRole('link', { name: 'All (1,000)' }).click()

    const last = (await readBills(account)).at(-1)?.number ?? ''
    await page.getByRole('searchbox', { name: 'Invoice number' }).fill(last.toLowerCase())
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(bills(page)).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Invoice number' }).fill('none such')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('heading', { name: 'No open invoice has this number.' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all bills' }).click()
    await page.getByRole('button', { name: /^Pay all 40 overdue bills: MWK.40,780$/ }).click()
    await expectPayment(page)
    await page.getByText('Show order').click()
    await expect(page.getByText(/\+34$/).first()).toBeVisible()
  })

  test('are paid in Swahili', { tag: '@verify' }, async ({ page, line }) => {
    const account = await newAccount({ bills: [late] })
    await page.goto('/sw/orp/fixed-internet')
    await page.getByRole('textbox', { name: 'Nambari ya akaunti' }).fill(account)
    await page.getByRole('textbox', { name: 'Barua pepe ya risiti' }).fill('chisomo@example.com')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Onyesha ankara' }).click()
    await expect(page.getByText('Imechelewa')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ungependa kulipa kwa njia gani?')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Nyanja Money(?! PIN)/ })
      .click()
    await page.getByRole('textbox', { name: /Nyanja Money/ }).fill(line)
    await page.getByRole('button', { name: /^Lipa MWK/ }).click()
    await approvePush(line)
    await expectSms(line, /https?:\S+\/sw\/payment/)
    expect((await readBills(account)).map(({ state }) => state)).toEqual(['settled'])
  })

  test('are chosen and paid with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
    const account = await newAccount({ bills: [soon, { amount: 700, dueInDays: 30 }] })
    await page.goto('/orp/fixed-internet')
    await tabTo(page, accountField(page))
    await page.keyboard.type(account)
    await tabTo(page, emailField(page))
    await page.keyboard.type('chisomo@example.com')
    await page.keyboard.press('Enter')
    await tabTo(page, bills(page).last())
    await page.keyboard.press('Space')
    await expect(page.getByText('Together MWK 700')).toBeVisible()
    await tabToAndPress(page, continueButton(page))
    await expectPayment(page)
    await chooseMethod(page, 'Nyanja Money')
    await tabTo(page, walletField(page))
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await approvePush(line)
    await expectSuccess(page)
    expect((await readBills(account)).map(({ remaining }) => remaining)).toEqual([18_250.75, 0])
  })
})
