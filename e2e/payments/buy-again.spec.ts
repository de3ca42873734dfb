import type { Page } from '@playwright/test'
import { approvePush, expectPrompts, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { checkUntil, chooseMethod, expectSuccess, payButton, payByMoney, walletField } from '../steps/pay.ts'
import { orderAirtime, orderBundle } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const againLink = (page: Page) => page.getByRole('link', { name: 'Buy the same again' })

/** The link of the receipt as it stands in the SMS, which anybody may open. */
const linkOf = (page: Page) => `/payment/status?id=${new URL(page.url()).searchParams.get('id')}`

async function bought(page: Page, line: string, amount: number): Promise<void> {
  await orderAirtime(page, line, amount)
  await payByMoney(page)
  await approvePush(line)
  await expectSuccess(page)
}

const shapesOf = (line: string) => [line, line.replace(/^(..)(...)(....)$/, '$1 $2 $3')]

test.describe('the same again', () => {
  test('is bought from the link of a receipt in two presses, and no page shows the number', async ({
    page,
    browser,
    line,
  }) => {
    await bought(page, line, 520)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(linkOf(page))
    await againLink(visitor).click()
    await expect(heading(visitor)).toHaveText('Buy the same again')
    await expectAccessible(visitor)
    for (const shape of shapesOf(line)) expect(await visitor.content()).not.toContain(shape)
    await visitor.getByRole('button', { name: 'Pay MWK 520' }).click()
    await expect(heading(visitor)).toHaveText('Check your phone')
    for (const shape of shapesOf(line)) expect(await visitor.content()).not.toContain(shape)
    await approvePush(line)
    await expectSuccess(visitor)
    await expectRecords(line, { taken: [520, 520], delivered: [520, 520] })
    await visitor.context().close()
  })

  test('is bought without script', { tag: '@verify' }, async ({ page, browser, line }) => {
    await bought(page, line, 530)
    const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await visitor.goto(`/sw${linkOf(page)}`)
    await visitor.getByRole('link', { name: 'Nunua tena kama hii' }).click()
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'Lipa MWK 530' }).click()
    await expectPrompts(line, 1)
    await approvePush(line)
    await checkUntil(visitor, 'Asante')
    await expectRecords(line, { taken: [530, 530], delivered: [530, 530] })
    await visitor.context().close()
  })

  test('is paid once, however often the button is pressed', { tag: '@verify' }, async ({ page, line }) => {
    await bought(page, line, 540)
    await againLink(page).click()
    const form = await page.locator('main form').evaluate((element: HTMLFormElement) => ({
      ...Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)])),
      pay: 'same',
    }))
    const headers = { origin: new URL(page.url()).origin }
    const post = () => page.request.post(page.url(), { form, headers, maxRedirects: 0 })
    const answers = [...(await Promise.all([post(), post()])), await post()]
    expect(new Set(answers.map((answer) => answer.headers().location)).size).toBe(1)
    await expectPrompts(line, 1)
    await approvePush(line)
    await page.goto(answers[0]?.headers().location ?? '')
    await expectSuccess(page)
    await expectRecords(line, { taken: [540, 540], delivered: [540, 540] })
  })

  test('is paid in another way by a visitor who types another wallet', { tag: '@verify' }, async ({
    page,
    browser,
    line,
    nextLine,
  }) => {
    const other = nextLine()
    await orderBundle(page, line)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(linkOf(page))
    await againLink(visitor).click()
    await expect(visitor.getByText('500 MB', { exact: true })).toBeVisible()
    await visitor.getByRole('button', { name: 'Pay in another way' }).click()
    await expect(heading(visitor)).toHaveText('How do you want to pay?')
    await chooseMethod(visitor, 'Nyanja Money')
    await walletField(visitor).fill(other)
    await payButton(visitor).click()
    await approvePush(other)
    await expectSuccess(visitor)
    await expectRecords(other, { taken: [800], delivered: [] })
    await expectRecords(line, { taken: [800], delivered: ['MW-D-500', 'MW-D-500'] })
    await visitor.context().close()
  })

  test('is not offered before it has arrived, nor for a link that is cut off', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 404/)
    await orderAirtime(page, line, 550)
    await payByMoney(page)
    await expect(againLink(page)).toBeHidden()
    const id = new URL(page.url()).searchParams.get('id') ?? ''
    for (const path of [id, id.slice(0, -4)]) {
      await page.goto(`/payment/again/${path}`)
      await expect(heading(page)).toHaveText('You cannot buy this again here')
      await expectAccessible(page)
    }
    await approvePush(line)
  })
})
