import { addBilledLine, refusePush } from '../sandbox.ts'
import { expectStopsInSight, expectToFit } from '../screen.ts'
import { inSwahili, pagesOfSite } from '../steps/all-pages.ts'
import { codeField } from '../steps/code.ts'
import { expectStatus, payByMoney } from '../steps/pay.ts'
import { orderAirtime, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a visitor who enlarges the page', () => {
  for (const language of ['en', 'sw'])
    test(`reads every page without scrolling sideways, and sees what has the focus: ${language}`, {
      tag: '@verify',
    }, async ({ page }) => {
      const paths = await pagesOfSite(page)
      for (const path of language === 'sw' ? paths.map(inSwahili) : paths) {
        await page.goto(path)
        await expectToFit(page)
        await expectStopsInSight(page)
      }
    })

  test('sees the field under the keyboard while bundles and their price are below it', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await expectToFit(page)
    await expectStopsInSight(page)
  })

  test('pays, and follows the payment', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 100_000)
    await expectToFit(page)
    await payByMoney(page)
    await expectToFit(page)
    await expectStopsInSight(page)
    await refusePush(line)
    await expectStatus(page, 'Not successful', /./)
    await expectToFit(page)
    await expectStopsInSight(page)
  })

  test('types the code of a bill', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/postpaid-bill-pay')
    await page.getByRole('textbox', { name: 'Phone number of the bill' }).fill(await addBilledLine(1_234_567.89))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Send a code to' }).click()
    await expect(codeField(page)).toBeFocused()
    await expectToFit(page)
  })
})
