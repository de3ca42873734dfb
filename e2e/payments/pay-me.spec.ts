import type { Browser, Page } from '@playwright/test'
import { approvePush, expectPrompts, expectRecords, giveAirtime } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { askForCode } from '../steps/code.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { checkUntil, chooseMethod, expectSuccess, payButton, walletField } from '../steps/pay.ts'
import { readQrCode } from '../steps/qr-code.ts'
import { chooseBundle, clickContinue, orderAirtime, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Goes from the payment page to the link. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Ask somebody else to pay' }).click()
  await expect(heading(page)).toHaveText('Ask somebody to pay')
  await page.getByRole('button', { name: 'Make the link' }).click()
  return (await page.locator('.shared').textContent()) ?? ''
}

/** Opens another visitor, with a phone of his own. */
async function friendOf(browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

async function payFor(page: Page, wallet: string): Promise<void> {
  await page.getByRole('button', { name: /^Go on to pay/ }).click()
  await expect(heading(page)).toHaveText('How do you want to pay?')
  await chooseMethod(page, 'Nyanja Money')
  await walletField(page).fill(wallet)
  await payButton(page).click()
  await expect(heading(page)).toHaveText('Check your phone')
}

test.describe('a pay-me link', () => {
  test('is paid by another person, who never sees the number', { tag: '@verify' }, async ({
    page,
    browser,
    line,
    nextLine,
  }) => {
    const friendsWallet = nextLine()
    await orderAirtime(page, line, 430)
    const own = new URL(page.url()).searchParams.get('order') ?? ''
    await page.getByRole('link', { name: 'Ask somebody else to pay' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = (await page.locator('.shared').textContent()) ?? ''
    expect(link).toMatch(/\/pay-me\/[\w-]{20,}$/)
    expect(link).not.toContain(own)
    await expect(page.getByText('Nobody has paid yet.')).toBeVisible()
    expect(await readQrCode(page)).toBe(link)
    const message = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(message ?? '')).toContain(`Please pay MWK 430 for me: Airtime. ${link}`)
    await expectAccessible(page)

    const friend = await friendOf(browser)
    await friend.goto(link)
    await expect(heading(friend)).toHaveText('Somebody asks you to pay')
    await expectAccessible(friend)
    await friend.getByRole('button', { name: 'Go on to pay MWK 430' }).click()
    await expect(heading(friend)).toHaveText('How do you want to pay?')
    await chooseMethod(friend, 'Nyanja Money')
    await expect(walletField(friend)).toHaveValue('')
    const written = await friend.content()
    for (const shape of [line, line.replace(/^(..)(...)(....)$/, '$1 $2 $3'), own]) expect(written).not.toContain(shape)
    await expectAccessible(friend)
    const taken = new URL(friend.url()).searchParams.get('order') ?? ''
    await walletField(friend).fill(friendsWallet)
    await payButton(friend).click()
    await expectPrompts(friendsWallet, 1)
    await page.getByRole('link', { name: 'Check now' }).click()
    await expect(page.getByText('Somebody is paying right now.')).toBeVisible()

    await approvePush(friendsWallet)
    await expectSuccess(friend)
    await expectRecords(line, { taken: [], delivered: [430] })
    await expectRecords(friendsWallet, { taken: [430], delivered: [] })
    await page.getByRole('link', { name: 'Check now' }).click()
    await expect(page.getByText('It is paid.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See the payment' }).click()
    await expectSuccess(page)

    for (const path of ['/prepaid-recharge', '/postpaid-bill-pay']) {
      await friend.goto(`${path}?order=${taken}`)
      await expect(friend.getByText(/open too long|no longer there/)).toBeVisible()
      expect(await friend.content()).not.toContain(`${line.slice(2, 5)} ${line.slice(5)}`)
    }
    await friend.goto(link)
    await expect(heading(friend)).toHaveText('This is paid already')
    await expectAccessible(friend)
    await friend.context().close()
  })

  test('works without script on both sides', { tag: '@verify' }, async ({ browser, line, nextLine }) => {
    const friendsWallet = nextLine()
    const asker = await friendOf(browser, { javaScriptEnabled: false })
    await asker.goto('/prepaid-recharge')
    await asker.getByRole('textbox', { name: 'Phone number to top up' }).fill(line)
    await asker.getByRole('button', { name: 'Continue' }).click()
    await chooseBundle(asker, /500 MB/)
    await clickContinue(asker)
    const link = await makeLink(asker)
    await expect(asker.getByRole('button', { name: 'Copy' })).toBeHidden()
    await expectAccessible(asker)

    const friend = await friendOf(browser, { javaScriptEnabled: false })
    await friend.goto(link)
    await expect(friend.getByText('500 MB')).toBeVisible()
    await payFor(friend, friendsWallet)
    await approvePush(friendsWallet)
    await checkUntil(friend, 'Thank you')
    await expectRecords(line, { taken: [], delivered: ['MW-D-500'] })
    await Promise.all([asker, friend].map((one) => one.context().close()))
  })

  test('expires after a day, and is unknown when cut off', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 4(04|10)/)
    await orderAirtime(page, line, 440)
    const link = await makeLink(page)
    await operator.letPass(24 * 60)
    await page.goto(link)
    await expect(heading(page)).toHaveText('This link is too old')
    await expectAccessible(page)
    await page.goto(link.slice(0, -4))
    await expect(heading(page)).toHaveText('We do not know this link')
    await expectAccessible(page)
  })

  test('is made and opened in Swahili, by keyboard', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/sw/prepaid-recharge')
    await page.getByRole('textbox', { name: 'Nambari ya simu ya kuongezea salio' }).fill(line)
    await page.getByRole('textbox', { name: 'Kiasi cha salio la simu' }).fill('450')
    await page.getByRole('button', { name: 'Endelea' }).click()
    await tabToAndPress(page, page.getByRole('link', { name: 'Mwombe mtu mwingine alipe' }))
    await expect(heading(page)).toHaveText('Mwombe mtu alipe')
    await tabToAndPress(page, page.getByRole('button', { name: 'Tengeneza kiungo' }))
    const link = (await page.locator('.shared').textContent()) ?? ''
    expect(link).toContain('/sw/pay-me/')
    await expectAccessible(page)
    await page.goto(link)
    await expect(heading(page)).toHaveText('Mtu anakuomba ulipe')
    await expectAccessible(page)
    await tabToAndPress(page, page.getByRole('button', { name: 'Endelea kulipa MWK 450' }))
    await expect(heading(page)).toHaveText('Ungependa kulipa kwa njia gani?')
  })
})

test('a pay-me link is charged once, though two people and its creator are about to pay', {
  tag: '@verify',
}, async ({ page, browser, line, nextLine }) => {
  await orderAirtime(page, line, 490)
  const own = page.url()
  const link = await makeLink(page)
  const [first, second] = [await friendOf(browser), await friendOf(browser)]
  const [payer, late] = [nextLine(), nextLine()]
  for (const [friend, wallet] of [[first, payer] as const, [second, late] as const]) {
    await friend.goto(link)
    await friend.getByRole('button', { name: /^Go on to pay/ }).click()
    await chooseMethod(friend, 'Nyanja Money')
    await walletField(friend).fill(wallet)
  }
  await payButton(first).click()
  await approvePush(payer)
  await expectSuccess(first)

  await payButton(second).click()
  await expect(heading(second)).toHaveText('This is paid already')
  await page.goto(own)
  await expect(page.getByText('It is paid.')).toBeVisible()
  await expectRecords(line, { taken: [], delivered: [490] })
  await Promise.all([first, second].map((friend) => friend.context().close()))
})

test('a payer with a pay-me link cannot guess the number that it is for', { tag: '@verify' }, async ({
  page,
  browser,
  line,
  complaints,
}) => {
  complaints.expect(/status of 400/)
  await giveAirtime(line, 1000)
  await orderAirtime(page, line, 495)
  const friend = await friendOf(browser)
  await friend.goto(await makeLink(page))
  await friend.getByRole('button', { name: /^Go on to pay/ }).click()
  await askForCode(friend, line)
  await friend.context().close()
})

test('a payer with a pay-me link changes nothing for its creator', { tag: '@verify' }, async ({
  page,
  browser,
  line,
  nextLine,
}) => {
  await page.goto('/prepaid-recharge')
  await typeNumber(page, line)
  await page.getByRole('textbox', { name: 'Airtime amount' }).fill('460')
  await clickContinue(page)
  const payment = page.url()
  const link = await makeLink(page)
  const friend = await friendOf(browser)
  await friend.goto(link)
  await friend.getByRole('button', { name: /^Go on to pay/ }).click()
  await friend.context().close()

  // The link is unpaid, so its creator may pay himself.
  const wallet = nextLine()
  await page.goto(payment)
  await chooseMethod(page, 'Nyanja Money')
  await walletField(page).fill(wallet)
  await payButton(page).click()
  await approvePush(wallet)
  await expectSuccess(page)
  await page.goto(link)
  await expect(heading(page)).toHaveText('This is paid already')
})
