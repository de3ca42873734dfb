import { addFault, approvePush, changeWallet, expectRecords, readSentCode, rotateWalletKeys } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { guessCode, orderBundle, orderBundleByPress, typeCode } from '../steps/code.ts'
import { expectStatus, expectSuccess, payByMoney, receiptLine } from '../steps/pay.ts'
import { askWalletForCode, goToPin, pinField, typePin } from '../steps/pin.ts'
import { expect, test } from '../visitor.ts'

const heading = { level: 1 } as const
const paid = { taken: [2000], delivered: ['MW-W-2600'] }
const nothing = { taken: [], delivered: [] }

for (const [wallet, brand, blocked] of [
  ['SmartCash', 'smartcash', 'Your Smart Cash wallet has been blocked due to too many incorrect PIN attempts.'],
  [
    'Nyanja Money PIN',
    'nyanja-money',
    'Your Nyanja Money wallet has been blocked due to too many incorrect PIN attempts',
  ],
] as const) {
  test.describe(`paying with ${wallet}`, () => {
    test.beforeEach(async ({ page, line }) => orderBundle(page, line))

    test('accepts a code, then a PIN that never leaves the page unencrypted', {
      tag: brand === 'smartcash' ? [] : '@verify',
    }, async ({ page, line }) => {
      const posts: string[] = []
      page.on('request', (request) => posts.push(request.postData() ?? ''))
      await askWalletForCode(page, wallet, line)
      await expectAccessible(page)
      await typeCode(page, await readSentCode(line))
      await expect(page.getByRole('heading', heading)).toHaveText('Enter your PIN')
      await expectAccessible(page)
      await expectRecords(line, nothing)
      await changeWallet(brand, line, { pin: '7391' })
      await typePin(page, '7391')
      await expectSuccess(page)
      await expect(receiptLine(page, 'Paid with')).toHaveText(wallet)
      await expectRecords(line, paid)
      expect(posts.join('\n')).not.toContain('7391')
    })

    test('lets the customer correct a wrong PIN', { tag: '@verify' }, async ({ page, line, complaints }) => {
      complaints.expect(/status of 400/)
      await goToPin(page, wallet, line)
      await typePin(page, '12')
      await expect(page.getByText('Please enter correct PIN')).toBeVisible()
      await typePin(page, '0000')
      await expect(page.getByText('Please enter correct PIN. 4 attempts left.')).toBeVisible()
      await expectAccessible(page)
      await typePin(page, '1234')
      await expectSuccess(page)
      await expectRecords(line, paid)
    })

    test('is blocked after five wrong PINs, and shows what to do', { tag: '@verify' }, async ({
      page,
      line,
      complaints,
    }) => {
      complaints.expect(/status of 400/)
      await goToPin(page, wallet, line)
      for (let left = 4; left > 0; left--) {
        await typePin(page, '0000')
        await expect(page.getByText(`Please enter correct PIN. ${left} attempt`)).toBeVisible()
      }
      await typePin(page, '0000')
      await expectStatus(page, 'Not successful', /Nothing was taken/)
      await expect(page.getByText(blocked).first()).toBeVisible()
      await expect(page.getByText('Call 300, or dial *115# to set another PIN.').first()).toBeVisible()
      await expectAccessible(page)
      await expectRecords(line, nothing)
    })

    test('cannot be done by guessing the code', { tag: '@verify' }, async ({ page, line, complaints }) => {
      complaints.expect(/status of 400/)
      await askWalletForCode(page, wallet, line)
      const code = await readSentCode(line)
      await guessCode(page, code)
      await expectRecords(line, nothing)
    })

    test('reports that the balance was too low', { tag: '@verify' }, async ({ page, line }) => {
      await changeWallet(brand, line, { balanceMinor: 1000 })
      await goToPin(page, wallet, line)
      await typePin(page, '1234')
      await expectStatus(page, 'Not successful', /Nothing was taken/)
      await expectRecords(line, nothing)
    })

    test('can be left at the PIN, and another method pays', { tag: '@verify' }, async ({ page, line }) => {
      await goToPin(page, wallet, line)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', heading)).toHaveText('How do you want to pay?')
      await payByMoney(page)
      await approvePush(line)
      await expectSuccess(page)
      await expectRecords(line, paid)
    })

    test('asks for the PIN again when it was typed too late, and counts no attempt', { tag: '@verify' }, async ({
      page,
      line,
      complaints,
    }) => {
      complaints.expect(/status of 400/)
      await goToPin(page, wallet, line)
      await rotateWalletKeys()
      await typePin(page, '1234')
      await expect(page.getByText('That took too long, so your PIN was not used.')).toBeVisible()
      await typePin(page, '1234')
      await expectSuccess(page)
      await expectRecords(line, paid)
    })

    test('charges once when the answer to the PIN is lost', { tag: '@verify' }, async ({ page, line }) => {
      await goToPin(page, wallet, line)
      await addFault({ provider: 'wallet', operation: 'process', kind: 'reset_after', times: 1 })
      await typePin(page, '1234')
      await expectSuccess(page)
      await expectRecords(line, paid)
    })

    test('cannot be continued with a copied link', { tag: '@verify' }, async ({ page, line, browser }) => {
      await goToPin(page, wallet, line)
      const stranger = await browser.newPage()
      await stranger.goto(page.url())
      await expect(pinField(stranger)).toBeHidden()
      await expect(stranger.getByRole('link', { name: 'Send me a code' })).toBeVisible()
      await stranger.close()
    })
  })
}

test.describe('a wallet with an unknown number', () => {
  test('is reported as unknown, and no code is sent', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await orderBundle(page, line)
    await page.getByRole('link', { name: 'SmartCash' }).click()
    await page.getByRole('textbox', { name: 'Registered SmartCash number' }).fill('999000031')
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByRole('alert')).toContainText('This number has no SmartCash account.')
    await expectAccessible(page)
  })
})

test.describe('a PIN without script', () => {
  test.use({ javaScriptEnabled: false })

  test('cannot be encrypted, so the page shows why and another method pays', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderBundleByPress(page, line)
    await page.getByRole('link', { name: 'SmartCash' }).click()
    const shown = page.getByRole('listitem').filter({ hasText: 'SmartCash' }).locator('noscript .note')
    await expect(shown).toHaveText(/A PIN can be locked only with JavaScript/)
    await expectAccessible(page)
    await payByMoney(page)
    await approvePush(line)
    await expectRecords(line, paid)
  })
})
