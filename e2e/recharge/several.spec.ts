import type { Page } from '@playwright/test'
import { approvePush, expectRecords, expectSms, failNextDelivery, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { checkUntil, chooseMethod, expectSuccess, payButton, receiptLine, walletField } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const numberField = (page: Page, place: number) => page.getByRole('textbox', { name: `Number ${place}`, exact: true })
/** A field with a list of bundles is a combobox. */
const whatField = (page: Page, place: number) => page.getByLabel(`Amount or bundle ${place}`, { exact: true })
const clickContinue = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Continue' }).click()

async function payFrom(page: Page, payer: string): Promise<void> {
  await chooseMethod(page, 'Nyanja Money')
  await walletField(page).fill(payer)
  await expectAccessible(page)
  await payButton(page).click()
  await approvePush(payer)
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a family is recharged in one payment, each with what was chosen for it', { tag: '@verify' }, async ({
      page,
      line,
      nextLine,
      complaints,
    }) => {
      complaints.expect(/400/)
      const other = nextLine()
      await page.goto('/prepaid-recharge')
      await page.getByRole('link', { name: 'Several numbers at once' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Several numbers at once')
      await expectAccessible(page)
      await numberField(page, 1).fill(line)
      await whatField(page, 1).fill('500')
      await numberField(page, 2).fill(other)
      await whatField(page, 2).fill('no such bundle')
      await numberField(page, 3).fill('0991')
      await clickContinue(page)
      const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') })
      await expect(summary.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)

      await whatField(page, 2).fill('1,500')
      await numberField(page, 3).fill('')
      await page.getByRole('button', { name: 'More numbers' }).click()
      await expect(numberField(page, 6)).toBeVisible()
      await clickContinue(page)
      await payFrom(page, line)
      await checkUntil(page, 'Thank you')
      await expectAccessible(page)
      await expectRecords(line, { taken: [2000], delivered: [500] })
      await expectRecords(other, { taken: [], delivered: [1500] })
      await expectSms(line, /^2 numbers have what you paid for/)
    })

    test('a pasted list fills the rows, and each wrong one says what to mend', { tag: '@verify' }, async ({
      page,
      line,
      nextLine,
      complaints,
    }) => {
      complaints.expect(/400/)
      await page.goto('/prepaid-recharge/several')
      await page.getByText('Paste a list, or choose a file').click()
      const list = page.getByRole('textbox', { name: 'Your list' })
      await list.fill(`Name,Number,Amount\nMary,${line},500\nJohn,${nextLine()},7\nAlso John,${line},500`)
      await page.getByRole('button', { name: 'Read the list' }).click()
      await expect(numberField(page, 1)).toHaveValue(line)
      await expect(whatField(page, 1)).toHaveAccessibleDescription(/MWK/)
      await expect(whatField(page, 2)).toHaveAttribute('aria-invalid', 'true')
      await expect(numberField(page, 3)).toHaveAccessibleDescription('Number 1 is the same, and gets the same.')
      await expectAccessible(page)
    })
  })

test('a number that cannot get its bundle is paid back, and the other keeps its airtime', { tag: '@verify' }, async ({
  page,
  line,
  nextLine,
}) => {
  const other = nextLine()
  await page.goto('/prepaid-recharge/several')
  await page.getByText('Paste a list, or choose a file').click()
  await page.getByLabel('Or a file (CSV)').setInputFiles({
    name: 'family.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFFNumber;Amount\r\n${line};1000\r\n${other};MW-D-100\r\n`),
  })
  await page.getByRole('button', { name: 'Read the list' }).click()
  await expect(page.getByText('The list is filled in below.')).toBeVisible()
  await clickContinue(page)
  await failNextDelivery('order')
  await payFrom(page, line)
  await checkUntil(page, 'Thank you')
  await expect(page.getByText(/Some of your 2\snumbers are recharged/).first()).toBeVisible()
  await expect(receiptLine(page, '2.')).toContainText('the money comes back')
  await expectAccessible(page)
  await expectRecords(other, { taken: [], delivered: [] })
  expect((await readSms(line)).join()).toContain('some of your 2 numbers got nothing')
  await expectSuccess(page)
})
