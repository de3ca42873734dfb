import type { Page, Route } from '@playwright/test'
import { expectSms, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { codeField, otherCode, typeCode } from '../steps/code.ts'
import {
  askToBeCalled,
  beginOrder,
  choosePlan,
  describeHousehold,
  fillDetails,
  heading,
  orderAsFarAsCode,
  orderLink,
  proveNumber,
  towns,
} from '../steps/home-internet.ts'
import { expect, test } from '../visitor.ts'

test.describe('an order for internet at home', () => {
  test('allows five attempts at a code, and another code after them', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await orderAsFarAsCode(page, { line })
    const code = await readSentCode(line)
    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await expectAccessible(page)
    for (let tries = 0; tries < 4; tries += 1) await typeCode(page, otherCode(code))
    await expect(page.getByText('Too many wrong codes. Please go back to the place')).toBeVisible()
    await expect(codeField(page)).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the place' }).click()
    await expect(heading(page)).toHaveText('Where do we install it?')
    await expect(page.getByText('Install it here')).toBeVisible()
    await expectAccessible(page)
  })

  test('is found again and not made twice when the answer to its code is lost', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/ERR_CONNECTION_RESET/)
    await orderAsFarAsCode(page, { line })
    const loseAnswer = async (route: Route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    }
    await page.route(/hbb-lead\/code/, loseAnswer, { times: 1 })
    await proveNumber(page, line)
    await expect.poll(() => page.url()).toMatch(/^chrome-error/)
    await page.goBack()
    await expect(heading(page)).toHaveText('Service available')
    await expect(page.getByText('We have your order.')).toBeVisible()
    await page.reload()
    await expect(heading(page)).toHaveText('Service available')
    expect(await orderLink(line)).toContain('/hbb-lead')
  })

  test('shows a message when no more codes may be sent', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 4\d\d|otp_breaker|otp_budget/)
    operator.rememberUnansweredCodes(line, 15)
    await beginOrder(page)
    await choosePlan(page)
    await describeHousehold(page, { line })
    await page.getByRole('button', { name: 'Call me for the way' }).click()
    await expect(page.getByText('max limit exhausted, please try after sometime.')).toBeVisible()
    await expectAccessible(page)
  })

  test('is kept after going back and after a reload', { tag: '@verify' }, async ({ page, line }) => {
    await beginOrder(page)
    await choosePlan(page)
    await describeHousehold(page, { line })
    await page.reload()
    await expect(heading(page)).toHaveText('Where do we install it?')
    await page.goBack()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Chisomo Banda')
    await expect(page.getByRole('textbox', { name: 'Where to install it' })).toHaveValue(/Area 47/)
    await page.getByRole('link', { name: 'Another plan' }).click()
    await expect(page.getByRole('radio', { name: /Home 150GB/ })).toBeChecked()
    await choosePlan(page, /Home Unlimited/)
    await expect(page.getByText('MWK 140,000')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await askToBeCalled(page)
    await page.goBack()
    await expect(page.getByText('Install it here')).toBeVisible()
  })

  test('overwrites nothing in another tab', { tag: '@verify' }, async ({ page, context, line, complaints }) => {
    complaints.expect(/status of 409/)
    await beginOrder(page)
    const other = await context.newPage()
    await other.goto(page.url())
    await choosePlan(page)
    await other.getByRole('radio', { name: /Home Unlimited/ }).check()
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByText('This order was changed in another tab')).toBeVisible()
    await expect(other.getByRole('radio', { name: /Home Unlimited/ })).toBeChecked()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(other)).toHaveText('Who are you?')

    await fillDetails(page, { line })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This order was changed in another tab')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Chisomo Banda')
    await expect(page.getByText('MWK 140,000')).toBeVisible()
    await other.close()
  })

  test('is for the plan shown beside the code only', { tag: '@verify' }, async ({
    page,
    context,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 409/)
    await orderAsFarAsCode(page, { line })
    await expect(page.getByText('Your order: Home 150GB. To pay on the first day: MWK 80,000.')).toBeVisible()
    await expectAccessible(page)
    const other = await context.newPage()
    await other.goto(page.url().replace('/code', ''))
    await choosePlan(other, /Home Unlimited/)
    await other.close()

    await proveNumber(page, line)
    await expect(page.getByText('This order was changed in another tab')).toBeVisible()
    await expect(page.getByText('Your order: Home Unlimited. To pay on the first day: MWK 140,000.')).toBeVisible()
    await expectAccessible(page)
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Service available')
    await expect(page.getByRole('link', { name: 'Stay here' })).toHaveCount(0)
    await expect(page.getByText('MWK 140,000')).toBeVisible()
  })

  test('continues on another phone, by the link in the SMS', { tag: '@verify' }, async ({ page, browser, line }) => {
    await orderAsFarAsCode(page, { line })
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText(/Service available|How do you want to pay/)
    const link = await orderLink(line)
    const phone = await browser.newContext({ viewport: { width: 360, height: 640 } })
    const theirs = await phone.newPage()
    await theirs.goto(link)
    await expect(heading(theirs)).toHaveText('We have your order')
    for (const secret of ['Chisomo', 'Area 47', line, 'example.com'])
      await expect(theirs.getByText(secret)).toHaveCount(0)
    await theirs.getByRole('textbox', { name: 'Phone number' }).fill(line)
    await theirs.getByRole('button', { name: 'Pay now' }).click()
    await expect(heading(theirs)).toHaveText('How do you want to pay?')
    await phone.close()
  })

  test('can still be paid after the first hour', { tag: '@verify' }, async ({ page, line, operator }) => {
    await orderAsFarAsCode(page, { line })
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Service available')
    const here = page.url()
    await page.goto(here.replace('/done', '/details'))
    await expect(heading(page)).toHaveText('Service available')
    for (const secret of ['Chisomo', 'Area 47', line]) await expect(page.getByText(secret)).toHaveCount(0)
    await operator.letPass(61)
    await page.goto(here)
    await page.getByRole('button', { name: 'Continue to pay' }).click()
    await expect(heading(page)).toHaveText('How do you want to pay?')
  })
})

test.describe('an order for internet at home in Swahili', () => {
  test('is made in Swahili, with its SMS', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/sw/home-internet')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Tazama vifurushi na uagize' }).click()
    await page.getByRole('radio', { name: /150/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(heading(page)).toHaveText('Wewe ni nani?')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Jina kamili' }).fill('Chisomo Banda')
    await page.getByRole('textbox', { name: 'Nambari ya simu' }).fill(line)
    await page.locator('input[type=email]').fill('chisomo@example.com')
    await page.locator('#f-city').fill(towns.served)
    await page.getByRole('option', { name: towns.served, exact: true }).click()
    await page.locator('input[name=installationAddress]').fill('Plot 12, Area 47')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(heading(page)).toHaveText('Tukufungie wapi?')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Nipigieni kuuliza njia' }).click()
    await expect(heading(page)).toHaveText('Andika nambari ya uthibitisho')
    await page.getByRole('textbox').fill(/\d{6}/.exec(await expectSms(line, /^\d{6} /))?.[0] ?? '')
    await page.getByRole('button').first().click()
    await expect(heading(page)).toHaveText('Huduma inapatikana')
    await expectAccessible(page)
    expect(await orderLink(line)).toContain('/sw/hbb-lead-status?')
  })
})

test.describe('an order for internet at home without script', () => {
  test.use({ javaScriptEnabled: false })

  async function toThePlace(page: Page, line: string, town: string): Promise<void> {
    await beginOrder(page)
    await choosePlan(page)
    await describeHousehold(page, { line, town })
  }

  test('is made to the end, with a call to find the house', async ({ page, line }) => {
    await toThePlace(page, line, towns.notYet)
    await expect(page.getByText('We know the town, but not this address.')).toBeVisible()
    await expectAccessible(page)
    await askToBeCalled(page)
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Not yet available')
    await page.getByRole('link', { name: 'Stay here' }).click()
    await expectAccessible(page)
  })

  test('is made with the name of a part of town', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await toThePlace(page, line, towns.served)
    const part = page.getByRole('combobox', { name: 'Part of town' })
    await expect(part).toHaveValue('Area 47')
    await part.selectOption('Choose one')
    await page.getByRole('button', { name: 'Install it there' }).click()
    await expect(page.getByText('Please choose a place')).toBeVisible()
    await expect(part).toHaveValue('Area 47')
    await page.getByRole('button', { name: 'Install it there' }).click()
    await expect(heading(page)).toHaveText('Enter the code')
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Service available')
  })

  test('shows what is missing', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await beginOrder(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please choose a plan').first()).toBeVisible()
    await expectAccessible(page)
    await choosePlan(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Full name is required').first()).toBeVisible()
    await expectAccessible(page)
  })
})
