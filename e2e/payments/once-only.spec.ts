import { approvePush, expectPrompts, expectRecords, readRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway, useCard } from '../steps/card-page.ts'
import {
  chooseMethod,
  expectStatus,
  expectSuccess,
  payButton,
  payByCard,
  payByMoney,
  typeEmail,
  withCircuitOpen,
} from '../steps/pay.ts'
import { orderAirtime, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('an order is charged once', () => {
  test('however often Pay is pressed', async ({ page, line }) => {
    await orderAirtime(page, line, 510)
    await chooseMethod(page, 'Nyanja Money')
    await payButton(page).click({ clickCount: 3, noWaitAfter: true })
    await expectStatus(page, 'In Processing', 'Check your phone')
    await expectPrompts(line, 1)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [510], delivered: [510] })
  })

  test('when two tabs pay the same order at the same time', { tag: '@verify' }, async ({ page, context, line }) => {
    await orderAirtime(page, line, 520)
    const other = await context.newPage()
    await other.goto(page.url())
    for (const tab of [page, other]) await chooseMethod(tab, 'Nyanja Money')
    await Promise.all([payButton(page).click(), payButton(other).click()])
    for (const tab of [page, other]) await expectStatus(tab, 'In Processing', 'Check your phone')
    await expectPrompts(line, 1)
    await approvePush(line)
    for (const tab of [page, other]) await expectSuccess(tab)
    await expectRecords(line, { taken: [520], delivered: [520] })
  })

  test('when one tab pays by card and the other on the handset', { tag: '@verify' }, async ({
    page,
    context,
    line,
  }) => {
    await orderAirtime(page, line, 530)
    const other = await context.newPage()
    await other.goto(page.url())
    await payByCard(page)
    await payByMoney(other)
    await approvePush(line)
    await expectSuccess(other)

    // The card page is still open, but accepts no payment any more.
    await useCard(page, 'Approved, 3-D Secure')
    await expect(page.getByRole('heading', { name: 'This payment was cancelled' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expectSuccess(page)
    await expectRecords(line, { taken: [530], delivered: [530] })
  })

  test('when the visitor goes back from the receipt', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 540)
    const choosing = page.url()
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await page.goBack()
    await page.goto(choosing)
    await expectSuccess(page)
    await expectRecords(line, { taken: [540], delivered: [540] })
  })

  test('when an open page of payment methods pays a second time', { tag: '@verify' }, async ({
    page,
    context,
    line,
  }) => {
    await orderAirtime(page, line, 545)
    const left = await context.newPage()
    await left.goto(page.url())
    await chooseMethod(left, 'Nyanja Money')
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await payButton(left).click()
    await expectSuccess(left)
    await expectPrompts(line, 0)
    await expectRecords(line, { taken: [545], delivered: [545] })
  })

  test('when the visitor goes back to the bank and approves again', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 547)
    await payByCard(page)
    await payAtGateway(page)
    await expectSuccess(page)
    await page.goBack()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectSuccess(page)
    await expectRecords(line, { taken: [547], delivered: [547] })
  })

  test('when the redirect page is loaded repeatedly', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 550)
    await withCircuitOpen(page, async () => {
      await typeEmail(page)
      await payButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Continue to the card page')
      const first = await page.getByRole('link', { name: 'Continue to the card page' }).getAttribute('href')
      await page.reload()
      await expect(page.getByRole('link', { name: 'Continue to the card page' })).toHaveAttribute('href', first ?? '')
    })
    await page.reload()
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [550], delivered: [550] })
  })
})

test.describe('going back', () => {
  test('from the card page leads to the payment methods, and another method pays', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 560)
    await payByCard(page)
    await page.goBack()
    await expect(page.getByText('You began to pay MWK 560 for this')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Check it' }).click()
    await expectStatus(page, 'In Processing', 'Waiting for you to pay')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [560], delivered: [560] })
  })

  test('from the card page and forward again leads to the same card page', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 570)
    const choosing = page.url()
    await payByCard(page)
    const cardPage = page.url()
    await page.goBack()
    await page.getByRole('link', { name: 'Check it' }).click()
    await page.getByRole('link', { name: 'Continue to the card page' }).click()
    await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
    expect(page.url()).toBe(cardPage)
    await page.goto(choosing)
    await payByCard(page)
    expect(page.url()).toBe(cardPage)
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [570], delivered: [570] })
  })

  test('to the order keeps the number and the amount', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 580)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('textbox', { name: 'Airtime amount' })).toHaveValue('580')
    await typeAmount(page, 590)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(page)).toHaveText('Pay MWK 590')
  })
})

test('two tabs with two orders stay apart', { tag: '@verify' }, async ({ page, context, line, nextLine }) => {
  const otherLine = nextLine()
  const other = await context.newPage()
  await orderAirtime(page, line, 600)
  await orderAirtime(other, otherLine, 610)
  await payByMoney(page)
  await payByMoney(other)
  await approvePush(otherLine)
  await expectSuccess(other)
  await expectStatus(page, 'In Processing', 'Check your phone')
  expect(await readRecords(line)).toEqual({ taken: [], delivered: [] })
  await approvePush(line)
  await expectSuccess(page)
  await expectRecords(line, { taken: [600], delivered: [600] })
  await expectRecords(otherLine, { taken: [610], delivered: [610] })
})
