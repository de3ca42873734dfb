import type { Page } from '@playwright/test'
import { expectRecords, giveAirtime, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { askForCode, codeField, orderBundle, orderBundleByPress, typeCode, verifyButton } from '../steps/code.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { checkUntil, expectSuccess, expectTimedOut, payByCard } from '../steps/pay.ts'
import { askWalletForCode, goToPin, type PinWallet, typePin } from '../steps/pin.ts'
import { expect, test } from '../visitor.ts'

const heading = { level: 1 } as const
const paid = { taken: [2000], delivered: ['MW-W-2600'] }
const nothing = { taken: [], delivered: [] }

const anotherCode = (page: Page) => page.getByRole('button', { name: 'Send another code' })
const yes = (page: Page) => page.getByRole('button', { name: 'Yes, pay MWK 2,000' })

async function expectTooOld(page: Page): Promise<void> {
  await expect(page.getByText('This code is too old. Please ask for another one.')).toBeVisible()
  await expect(codeField(page)).toBeVisible()
}

test.describe('airtime', () => {
  test.beforeEach(async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await giveAirtime(line, 5000)
    await orderBundle(page, line)
    await askForCode(page, line)
  })

  test('is refused for an expired code, and paid with the next one', { tag: '@verify' }, async ({
    page,
    line,
    operator,
  }) => {
    const old = await readSentCode(line)
    await operator.letPass(6)
    await typeCode(page, old)
    await expectTooOld(page)
    await expectAccessible(page)
    await anotherCode(page).click()
    await typeCode(page, await readSentCode(line, 2))
    await yes(page).click()
    await expectSuccess(page)
    await expectRecords(line, paid)
  })

  test('is not charged when the confirmation comes too late', { tag: '@verify' }, async ({ page, line, operator }) => {
    await typeCode(page, await readSentCode(line))
    await expect(yes(page)).toBeVisible()
    await operator.letPass(11)
    await yes(page).click()
    await expect(page.getByText('For your safety, please type a new code from an SMS first.')).toBeVisible()
    await expectAccessible(page)
    await expectRecords(line, nothing)
    await page.getByRole('link', { name: 'Send me a code' }).click()
    await askForCode(page, line)
    await typeCode(page, await readSentCode(line, 2))
    await yes(page).click()
    await expectSuccess(page)
    await expectRecords(line, paid)
  })

  test('can be paid with another code by the keyboard alone', { tag: '@verify' }, async ({ page, line, operator }) => {
    const old = await readSentCode(line)
    await operator.letPass(6)
    await tabTo(page, codeField(page))
    await page.keyboard.type(old)
    await page.keyboard.press('Enter')
    await expectTooOld(page)
    await tabToAndPress(page, anotherCode(page))
    const next = await readSentCode(line, 2)
    await tabTo(page, codeField(page))
    await page.keyboard.type(next)
    await page.keyboard.press('Enter')
    await tabToAndPress(page, yes(page))
    await expectSuccess(page)
    await expectRecords(line, paid)
  })
})

for (const wallet of ['SmartCash', 'Nyanja Money PIN'] as const satisfies readonly PinWallet[])
  test.describe(wallet, () => {
    test.beforeEach(async ({ page, line, complaints }) => {
      complaints.expect(/status of 400/)
      await orderBundle(page, line)
    })

    test('charges nothing for an expired code, and continues with the next one', { tag: '@verify' }, async ({
      page,
      line,
      operator,
    }) => {
      await askWalletForCode(page, wallet, line)
      const old = await readSentCode(line)
      await operator.letPass(6)
      await typeCode(page, old)
      await expectTooOld(page)
      await expectAccessible(page)
      await anotherCode(page).click()
      await typeCode(page, await readSentCode(line, 2))
      await expect(page.getByRole('heading', heading)).toHaveText('Enter your PIN')
      await typePin(page, '1234')
      await expectSuccess(page)
      await expectRecords(line, paid)
    })

    test('charges nothing for a PIN that comes too late', { tag: '@verify' }, async ({ page, line, operator }) => {
      await goToPin(page, wallet, line)
      await operator.letPass(16)
      await typePin(page, '1234')
      await expectTimedOut(page)
      await expectAccessible(page)
      await expectRecords(line, nothing)
    })

    test('asks for a new code when the PIN arrives after its code expired', { tag: '@verify' }, async ({
      page,
      line,
      operator,
    }) => {
      await goToPin(page, wallet, line)
      await operator.letPass(11)
      await typePin(page, '1234')
      await expect(page.getByText('For your safety, please type a new code from an SMS first.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Send me a code' }).click()
      await expectRecords(line, nothing)
    })
  })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test.beforeEach(async ({ page, line }) => orderBundleByPress(page, line))

  test('an unpaid card payment is shown as timed out', { tag: '@verify' }, async ({ page, line, operator }) => {
    await payByCard(page)
    await page.goBack()
    await page.getByRole('link', { name: 'Check it' }).click()
    await operator.letPass(31)
    await checkUntil(page, 'The time to pay is over')
    await expectTimedOut(page)
    await expectAccessible(page)
    await expectRecords(line, nothing)
  })

  test('an expired code is reported as too old, and the next one pays', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await giveAirtime(line, 5000)
    await askForCode(page, line)
    const old = await readSentCode(line)
    await operator.letPass(6)
    await typeCode(page, old)
    await expectTooOld(page)
    await expectAccessible(page)
    await anotherCode(page).click()
    await expect(verifyButton(page)).toBeVisible()
    await typeCode(page, await readSentCode(line, 2))
    await yes(page).click()
    await checkUntil(page, 'Thank you')
    await expectRecords(line, paid)
  })
})
