import type { APIRequestContext, Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { approvePush, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { openBillByCode } from '../steps/code.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expectSuccess, payButton, payByMoney } from '../steps/pay.ts'
import { clickContinue, expectReady, numberField, orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const nameField = (page: Page) => page.getByRole('textbox', { name: /^A name for/ })
const savedNumber = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Numbers saved on this phone' }).getByRole('button', { name })

async function saveAs(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name)
  await page.getByRole('button', { name: 'Save the number' }).click()
}

/** Recharges up to the receipt of a delivered payment. */
async function topUp(page: Page, line: string): Promise<void> {
  await orderAirtime(page, line, 300)
  await payByMoney(page)
  await approvePush(line)
  await expectSuccess(page)
}

/** Does the same without checking a screen, and returns the address of the receipt. */
async function topUpUnseen(request: APIRequestContext, line: string): Promise<string> {
  const order = await request.post('/prepaid-recharge', { form: { msisdn: line, amount: '300' }, maxRedirects: 0 })
  const id = new URL(order.headers().location ?? '', 'http://portal').searchParams.get('order')
  const paid = await request.post(`/payment/start/nyanja-money?order=${id}`, {
    form: { msisdn: line },
    maxRedirects: 0,
  })
  await approvePush(line)
  const receipt = paid.headers().location ?? ''
  await expect.poll(async () => (await (await request.get(receipt)).text()).includes('Thank you')).toBe(true)
  return receipt
}

const cookieName = '__Host-numbers'
const savedCookie = async (page: Page) =>
  (await page.context().cookies(portalUrl)).find(({ name }) => name === cookieName)
const bare = (text: string) => text.replaceAll(/\s|&nbsp;/g, '')

/** Saves a number that was topped up, without checking a screen. */
async function saveUnseen(page: Page, line: string, label: string): Promise<string> {
  const receipt = await topUpUnseen(page.request, line)
  const saved = await page.request.post(receipt, { form: { label }, maxRedirects: 0 })
  expect(saved.status()).toBe(303)
  return receipt
}

test.describe('a number that was paid for', () => {
  test('is saved on this phone when the visitor wants it, and can be chosen the next time', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    // The browser still has the cached page of before.
    await page.goto('/prepaid-recharge')
    await topUp(page, line)
    await expect(page.getByRole('heading', { name: 'Save this number on this phone' })).toBeVisible()
    await expectAccessible(page)

    await saveAs(page, ' ')
    await expect(nameField(page)).toHaveAccessibleDescription(/Type a name, for example Mum/)
    await saveAs(page, 'My very dear grandmother')
    await expect(nameField(page)).toHaveAccessibleDescription(/It may have at most 20 letters/)
    await expect(nameField(page)).toHaveValue('My very dear grandmother')
    await expectAccessible(page)
    await saveAs(page, 'Mum')
    await expect(page.getByText('Saved as Mum.')).toBeVisible()
    await expectAccessible(page)

    await page.goto('/prepaid-recharge')
    const chosen = savedNumber(page, `Mum ·· ${line.slice(-4)}`)
    await expect(chosen).toBeVisible()
    expect(bare(await page.content())).not.toContain(line)
    await expectAccessible(page)
    await chosen.click()
    await expectReady(page)
    expect(bare(await numberField(page).inputValue())).toBe(line)
  })

  test('can be chosen wherever a number is typed, and is separate from other kinds of lines', {
    tag: '@verify',
  }, async ({ page, line }) => {
    await saveUnseen(page, line, 'Mum')
    await page.goto('/postpaid-bill-pay')
    await expectAccessible(page)
    await savedNumber(page, /^Mum/).click()
    await expect(page.getByText('This is a prepaid line.')).toBeVisible()
    for (const [path, answer] of [
      ['/data-bundle', 'This is a mobile line.'],
      ['/broadband-recharge', 'Mobile line'],
    ] as const) {
      await page.goto(path)
      await expectAccessible(page)
      await savedNumber(page, /^Mum/).click()
      await expect(page.getByText(answer)).toBeVisible()
    }
  })

  test('continues with the typed amount', { tag: '@verify' }, async ({ page, line }) => {
    await saveUnseen(page, line, 'Mum')
    await page.goto('/prepaid-recharge')
    await page.getByRole('textbox', { name: 'Airtime amount' }).fill('410')
    await savedNumber(page, /^Mum/).click()
    await expect(payButton(page)).toHaveText('Pay MWK 410')
  })

  test('is one of five at most', { tag: '@verify' }, async ({ page, nextLine }) => {
    test.slow()
    for (const label of ['Mum', 'Dad', 'Shop', 'Church', 'School']) await saveUnseen(page, nextLine(), label)
    const sixth = await saveUnseen(page, nextLine(), 'Aunt')
    await page.goto(sixth)
    await expect(page.getByText('This phone keeps 5 numbers already.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/prepaid-recharge')
    await expect(savedNumber(page, /··/)).toHaveCount(5)
    await expectAccessible(page)

    await page.goto(sixth)
    await page.getByRole('link', { name: 'What this phone keeps' }).click()
    await page.getByRole('button', { name: 'Forget Shop' }).click()
    await expect(page.getByText('The number is forgotten.')).toBeVisible()
    await expectAccessible(page)
    await page.goto(sixth)
    await saveAs(page, 'Aunt')
    await page.goto('/prepaid-recharge')
    await expect(savedNumber(page, /··/)).toHaveText([/^Mum/, /^Dad/, /^Church/, /^School/, /^Aunt/])
  })
})

test.describe('saved numbers', () => {
  test('are deleted with one press beside them', { tag: '@verify' }, async ({ page, line }) => {
    await saveUnseen(page, line, 'Mum')
    await page.goto('/prepaid-recharge')
    await page.getByRole('button', { name: 'Forget all numbers' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forget this phone')
    await expect(page.getByText('All saved numbers are forgotten.')).toBeVisible()
    await expect(page.getByText('This phone keeps nothing from here')).toBeVisible()
    await expectAccessible(page)
    expect(await savedCookie(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Top up now' }).click()
    await expect(numberField(page)).toBeVisible()
    await expect(savedNumber(page, /··/)).toHaveCount(0)
  })

  test('and all other stored data are shown on one page, and are deleted at once', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await saveUnseen(page, line, 'Mum')
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Forget this phone' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Mum' })).toContainText('+265 99 ••• ••')
    expect(bare(await page.content())).not.toContain(line)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await expect(page.getByText('This phone has forgotten everything from here.')).toBeVisible()
    expect(await page.context().cookies(portalUrl)).toEqual([])
  })

  test('are deleted together with a typed code', { tag: '@verify' }, async ({ page }) => {
    await openBillByCode(page, 4_300)
    await expect(page.getByText('MWK 4,300').first()).toBeVisible()
    const bill = page.url()

    await page.goto('/forget-phone')
    await expect(page.getByRole('heading', { name: 'A code that you typed' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await expect(page.getByText('This phone keeps nothing from here')).toBeVisible()
    await page.goto(bill)
    await expect(page.getByRole('button', { name: 'Send a code to' })).toBeVisible()
    await expect(page.getByText('4,300')).toHaveCount(0)
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled })

      test('lead from the home page to the same purchase in two presses, without a field', { tag: '@verify' }, async ({
        page,
        line,
      }) => {
        await saveUnseen(page, line, 'Mum')
        await page.goto('/')
        await expectAccessible(page)
        const purchase = page.getByRole('link', { name: `Mum ·· ${line.slice(-4)}` })
        await expect(purchase).toContainText('Airtime · MWK 300')
        expect(bare(await page.content())).not.toContain(line)
        await purchase.click()
        await page.getByRole('button', { name: 'Pay MWK 300' }).click()
        await approvePush(line)
        await expectRecords(line, { taken: [300, 300], delivered: [300, 300] })

        await page.goto('/')
        await savedNumber(page, /^Mum/).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
        await page.goto('/')
        await page.getByRole('button', { name: 'Forget all numbers' }).click()
        await expect(page.getByText('All saved numbers are forgotten.')).toBeVisible()
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'Buy again' })).toHaveCount(0)
      })
    })

  test('keep another purchase when the visitor wants it', { tag: '@verify' }, async ({ page, line }) => {
    await saveUnseen(page, line, 'Mum')
    await page.goto('/prepaid-recharge')
    await savedNumber(page, /^Mum/).click()
    await page.getByRole('textbox', { name: 'Airtime amount' }).fill('450')
    await clickContinue(page)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep this purchase for next time' }).click()
    await expect(page.getByText('Saved as Mum.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep this purchase for next time' })).toHaveCount(0)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Mum/ })).toContainText('Airtime · MWK 450')
  })

  test('belong to this browser alone, and are read by no other', { tag: '@verify' }, async ({
    page,
    line,
    browser,
  }) => {
    await saveUnseen(page, line, 'Mum')
    const cookie = await savedCookie(page)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    expect(Buffer.from(decodeURIComponent(cookie?.value ?? ''), 'base64').toString()).not.toMatch(
      new RegExp(`${line}|Mum`),
    )

    const other = await browser.newPage({ baseURL: portalUrl })
    await page.goto('/prepaid-recharge')
    const answer = await other.goto('/prepaid-recharge')
    expect(answer?.headers()).toMatchObject({ 'cache-control': /public/, vary: 'accept-encoding, cookie' })
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
    await expect(savedNumber(other, /··/)).toHaveCount(0)
    await other.close()
  })

  test('are ignored when they were tampered with', { tag: '@verify' }, async ({ page, line }) => {
    await saveUnseen(page, line, 'Mum')
    const cookie = await savedCookie(page)
    if (cookie === undefined) throw new Error('Nothing was saved')
    const { name, value, ...rest } = cookie
    await page.context().addCookies([{ ...rest, name, value: `${value.slice(0, 40)}AAAA${value.slice(44)}` }])
    await page.goto('/prepaid-recharge')
    await expect(numberField(page)).toBeVisible()
    await expect(savedNumber(page, /··/)).toHaveCount(0)
    await page.goto('/forget-phone')
    await expect(page.getByText('This phone keeps nothing from here')).toBeVisible()
  })

  test('cannot be created with the link of a payment alone', { tag: '@verify' }, async ({ page, line }) => {
    const receipt = new URL(await topUpUnseen(page.request, line), portalUrl)
    receipt.searchParams.delete('order')
    await page.goto(receipt.href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expect(nameField(page)).toHaveCount(0)
    await page.request.post(receipt.href, { form: { label: 'Mum' } })
    expect(await savedCookie(page)).toBeUndefined()
  })

  test('are saved, chosen and deleted with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto(await topUpUnseen(page.request, line))
    await tabTo(page, nameField(page))
    await page.keyboard.type('Mum')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved as Mum.')).toBeVisible()
    await page.goto('/prepaid-recharge')
    await tabToAndPress(page, savedNumber(page, /^Mum/))
    await expectReady(page)
    await tabToAndPress(page, page.getByRole('button', { name: 'Forget all numbers' }))
    await expect(page.getByText('All saved numbers are forgotten.')).toBeVisible()
  })

  test('are shown in Swahili', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto((await topUpUnseen(page.request, line)).replace(/^\//, '/sw/'))
    await page.getByRole('textbox', { name: /^Jina la/ }).fill('Mama')
    await page.getByRole('button', { name: 'Hifadhi nambari' }).click()
    await expect(page.getByText('Imehifadhiwa kama Mama.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/sw/prepaid-recharge')
    await page.getByRole('button', { name: /^Mama ··/ }).click()
    await expect(page).toHaveURL(/\/sw\/prepaid-recharge\?order=/)
    await page.goto('/sw/forget-phone')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sahau kila kitu' }).click()
    await expect(page.getByText('Simu hii imesahau kila kitu cha hapa.')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a number is saved, chosen on both pages, and deleted', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto(await topUpUnseen(page.request, line))
    await saveAs(page, 'Mum')
    await expect(page.getByText('Saved as Mum.')).toBeVisible()
    await page.goto('/prepaid-recharge')
    await savedNumber(page, /^Mum/).click()
    await expectReady(page)
    await expectAccessible(page)
    await page.goto('/postpaid-bill-pay')
    await savedNumber(page, /^Mum/).click()
    await expect(page.getByText('This is a prepaid line.')).toBeVisible()
    await page.getByRole('button', { name: 'Forget all numbers' }).click()
    await expect(page.getByText('All saved numbers are forgotten.')).toBeVisible()
    await page.goto('/postpaid-bill-pay')
    await expect(savedNumber(page, /··/)).toHaveCount(0)
  })
})
