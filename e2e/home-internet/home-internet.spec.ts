import type { Page } from '@playwright/test'
import { addFault, approvePush, clearFaults, expectSms, fillWallet } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { codeField, verifyButton } from '../steps/code.ts'
import {
  beginOrder,
  choosePlan,
  describeHousehold,
  fillDetails,
  heading,
  installAtPin,
  orderAsFarAsCode,
  proveNumber,
  towns,
} from '../steps/home-internet.ts'
import { expectSuccess, receiptLine } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const reference = /^HB-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Keeps the page from continuing by itself while the test inspects it. */
const stay = (page: Page) => page.getByRole('link', { name: 'Stay here' }).click()

test.describe('internet at home', () => {
  test('is chosen, confirmed, paid and scheduled', async ({ page, line }) => {
    await fillWallet(line, 100_000)
    await page.goto('/')
    await page.getByRole('button', { name: 'See the plans' }).click()
    await expect(heading(page)).toHaveText('Choose your plan')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await expectAccessible(page)
    await page.getByRole('radio', { name: /Home Unlimited/ }).check()
    await expect(page.getByText('MWK 140,000 on the first day')).toBeVisible()
    await choosePlan(page)

    await expect(page.getByText('MWK 80,000')).toBeVisible()
    await expectAccessible(page)
    await describeHousehold(page, { line })
    await expect(page.getByText('We know Area 47, but not this house.')).toBeVisible()
    await installAtPin(page)
    await expectAccessible(page)
    await proveNumber(page, line)

    await expect(heading(page)).toHaveText('Service available')
    await stay(page)
    await expectAccessible(page)
    await expect(page.locator('.reference')).toHaveText(reference)
    await page.getByRole('link', { name: 'Continue to pay' }).click()
    await expect(heading(page)).toHaveText('How do you want to pay?')
    await page.getByRole('link', { name: 'Nyanja Money Approve' }).click()
    await page.getByRole('textbox', { name: 'Nyanja Money number' }).fill(line)
    await page.getByRole('button', { name: 'Pay MWK 80,000' }).click()
    await approvePush(line)
    await expectSuccess(page)
    await expect(receiptLine(page, 'Status')).toHaveText('Successful')
    await expectAccessible(page)
  })

  test('continues to the payment by itself once the house is located', { tag: '@verify' }, async ({ page, line }) => {
    await beginOrder(page)
    await choosePlan(page)
    await describeHousehold(page, { line })
    await installAtPin(page)
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('How do you want to pay?')
  })

  test('is stored as an interest where it is not available yet, with nothing to pay', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAsFarAsCode(page, { line, town: towns.notYet })
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Not yet available')
    await stay(page)
    await expect(page.locator('.reference')).toHaveText(reference)
    await expectAccessible(page)
    await expectSms(line, /./)
    await page.getByRole('link', { name: 'Explore other Products' }).click()
    await expect(heading(page)).toHaveText('All prices')
  })

  test('is not lost while the operator’s own system is silent', { tag: '@verify' }, async ({ page, line }) => {
    await orderAsFarAsCode(page, { line })
    await addFault({ provider: 'bss', operation: 'salesLead', kind: 'error_before', times: 3 })
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Something Went Wrong!')
    await expect(page.getByText('nothing is lost')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue to pay' })).toHaveCount(0)
    await expectAccessible(page)
    await clearFaults()
  })

  test('without an order leads back to the offer', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/hbb-lead?draft=0123456789ABCDEFGHJKMNPQRS')
    await expect(heading(page)).toHaveText('Internet at home')
    await expect(page.getByText('That order is not here any more.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/hbb-lead')
    await expect(heading(page)).toHaveText('Internet at home')
  })

  test('requires a number that can receive an SMS', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await beginOrder(page)
    await choosePlan(page)
    await fillDetails(page, { line: '999000071' })
    const send = page.getByRole('button', { name: 'Continue' })
    await send.click()
    await expect(page.getByText('This is a router').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Phone number' }).fill('991111111')
    await send.click()
    await expect(page.getByText(/^Invalid Mobile No/).first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(line)
    await send.click()
    await expect(heading(page)).toHaveText('Where do we install it?')
  })

  test('is ordered with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/home-internet')
    await page.getByRole('button', { name: 'See the plans and order' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: /Home 150GB/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Who are you?')
    const tab = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('textbox', { name: 'Full name' }).focus()
    await tab('Chisomo Banda')
    await tab(line)
    await tab('chisomo@example.com')
    await page.keyboard.type(towns.served)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await tab('Plot 12, Area 47')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Where do we install it?')
    await page.getByRole('button', { name: 'Call me for the way' }).focus()
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toBeVisible()
    await expect(verifyButton(page)).toBeVisible()
  })
})
