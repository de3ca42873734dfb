import { addFault, addRouter, clearFaults, expectBundles, giveAirtime, giveBundle, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { guessCode, otherCode, typeCode } from '../steps/code.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { receiptLine } from '../steps/pay.ts'
import { clickContinue, openRouter, payForRouter, routerField, showBalance, shown } from '../steps/router.ts'
import { expect, test } from '../visitor.ts'

const path = '/broadband-recharge'
const half = { code: 'HBB-150', boughtHoursAgo: 240, left: 0.5 }

test.describe('the data balance of a router', () => {
  test('is shown to the holder of the phone that it is registered with', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    const router = await addRouter({ contact: line })
    await giveBundle(router, half)
    await openRouter(page, path, router)
    await expect(page.getByText('75')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText(`+265 99 ••• ••${line.slice(-2)}`)).toBeVisible()
    await expectAccessible(page)
    const code = await readSentCode(line)
    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await typeCode(page, code)

    const left = page.getByRole('listitem').filter({ hasText: 'Expires' })
    await expect(left).toContainText('Data')
    await expect(left).toContainText('Home 150GB')
    await expect(left).toContainText('75 GB')
    await expect(left).toContainText(/Expires \d{1,2} [A-Z][a-z]+ \d{4}/)
    await expectAccessible(page)
  })

  test('has a dash for what is unlimited', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, { code: 'HBB-UNL' })
    await showBalance(page, router)
    const left = page.getByRole('listitem').filter({ hasText: 'Expires' })
    await expect(left).toContainText('–')
    await expect(left).toContainText('Unlimited')
    await expect(left).toContainText('GB')
  })

  test('is never shown to a stranger with the link', { tag: '@verify' }, async ({ page, browser }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await showBalance(page, router)
    await expect(page.getByText('75 GB').first()).toBeVisible()
    const strange = await (await browser.newContext()).newPage()
    await strange.goto(page.url())
    await expect(strange.getByRole('button', { name: 'Send a code' })).toBeVisible()
    await strange.goto(`${page.url()}&active=1`)
    expect(await strange.content()).not.toContain('75 GB')
    // The balances are not shown to the same browser for another router either.
    await openRouter(page, path, await addRouter())
    await expect(page.getByRole('button', { name: 'Send a code' })).toBeVisible()
    await strange.context().close()
  })

  test('stays hidden after five wrong codes, and bundles are still sold', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const router = await addRouter()
    await openRouter(page, path, router)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await guessCode(page, await readSentCode(router))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go on without the data balance' }).click()
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('has limits for codes, as with bills', { tag: '@verify' }, async ({ page, operator }) => {
    const router = await addRouter()
    operator.rememberUnansweredCodes(router, 5)
    await openRouter(page, path, router)
    await page.getByRole('button', { name: 'Send a code' }).click()
    // A challenge or a wait comes first, and then the code.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
    await typeCode(page, await readSentCode(router))
    await expect(page.getByText('Main balance')).toBeVisible()
  })

  test('is shown as unavailable while the BSS is silent', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await showBalance(page, router)
    await addFault({ provider: 'bss', operation: 'bucket.read', kind: 'error_before', times: 20 })
    await page.reload()
    await expect(page.getByText('We cannot see the data balance right now.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await clearFaults()
  })

  test('is shown in Swahili', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await page.goto(`/sw${path}`)
    await page.getByRole('textbox', { name: 'Nambari ya simu au ruta' }).fill(router)
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page.getByRole('heading', { name: 'Salio la data', exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`what is left on a phone, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('is shown after a code to that phone, and leads to its top-up', { tag: '@verify' }, async ({ page, line }) => {
      await giveAirtime(line, 1_250)
      await giveBundle(line, { code: 'MW-W-2600', boughtHoursAgo: 24, left: 0.5 })
      await openRouter(page, path, line)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Send a code' }).click()
      await typeCode(page, await readSentCode(line))
      await expect(page.getByRole('heading', { name: 'Airtime, data, minutes and SMS' })).toBeVisible()
      const left = page.locator('.balances').first()
      await expect(left).toContainText('MWK 1,250')
      await expect(left).toContainText('GB')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Top it up' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
      await expect(page.getByText('Prepaid line. Ready to top up.')).toBeVisible()
    })
  })

test.describe('the active bundles of a router', () => {
  test('open over the page, and the focus returns to where it was', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await showBalance(page, router)
    const link = page.getByRole('link', { name: 'Active bundles (1)' })
    await tabToAndPress(page, link)
    const dialog = page.getByRole('dialog', { name: 'Active bundles' })
    await expect(dialog).toContainText(/Data.*Home 150GB.*Expires \d+ \w+ \d{4}.*75 GB/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
    await link.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test.describe('another bundle for a router', () => {
  test('shows a warning while one is active, and can be bought', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await showBalance(page, router)
    await page.getByRole('radio', { name: /Unlimited data/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more bundle?')
    await expect(
      page.getByText(/This number still has Home 150GB until \w{3} \d+ \w{3} \d{4}, \d\d:\d\d\./),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose another one' }).click()
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await page.getByRole('button', { name: 'Buy it all the same' }).click()
    await payForRouter(page)
    await expect(receiptLine(page, 'Payment type')).toHaveText('Broadband Recharge')
    await expectBundles(router, ['HBB-150', 'HBB-150'])
  })

  test('shows no warning when the last one has ended', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, { code: 'HBB-150', boughtHoursAgo: 721 })
    await showBalance(page, router)
    await expect(page.getByRole('link', { name: /Active bundles/ })).toHaveCount(0)
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('is sold to strangers without revealing what is active', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await openRouter(page, path, router)
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })
})

test.describe('a router without script', () => {
  test.use({ javaScriptEnabled: false })

  test('shows what is left, what is active and what a new one would overlap', async ({ page }) => {
    const router = await addRouter()
    await giveBundle(router, half)
    await showBalance(page, router)
    await page.getByRole('link', { name: 'Active bundles (1)' }).click()
    await expect(page.getByRole('dialog')).toContainText(/Data.*Home 150GB.*Expires \d+ \w+ \d{4}.*75 GB/)
    await expectAccessible(page)
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await expect(page.getByText(/This number still has Home 150GB/)).toBeVisible()
    await page.getByRole('button', { name: 'Buy it all the same' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('is recharged with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await page.goto(path)
    await tabTo(page, routerField(page))
    await page.keyboard.type(router)
    await page.keyboard.press('Enter')
    await expect(page.getByText(shown(router))).toBeVisible()
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('Space')
    await tabToAndPress(page, page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })
})
