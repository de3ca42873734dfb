import { expectAccessible } from '../screen.ts'
import { chooseMethod, emailField, payButton, walletField } from '../steps/pay.ts'
import { amountField, continueButton, numberField, orderAirtime, typeAmount, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const otherLines = [
  { kind: 'postpaid', number: '999000050', offer: 'This is a postpaid line.' },
  { kind: 'hybrid', number: '999000060', offer: 'This is a hybrid line.' },
  { kind: 'broadband', number: '999000070', offer: 'This is a broadband number.' },
] as const

test.describe('the number', () => {
  for (const { kind, number, offer } of otherLines) {
    test(`of a ${kind} line gets an offer and no error, and cannot be topped up`, { tag: '@verify' }, async ({
      page,
    }) => {
      await page.goto('/prepaid-recharge')
      await typeAmount(page, 500)
      await numberField(page).fill(number)
      await expect(page.getByText(offer)).toBeVisible()
      await expect(numberField(page)).not.toHaveAttribute('aria-invalid')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(continueButton(page)).toBeDisabled()
      await expect(numberField(page)).toHaveValue(number)
      if (kind === 'postpaid') await expectAccessible(page)
    })
  }

  test('is refused politely when no line has it', async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/prepaid-recharge')
    await typeAmount(page, 500)
    await numberField(page).fill('888000001')
    await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No/)
    await expect(continueButton(page)).toBeDisabled()
    await expectAccessible(page)
  })

  test('is required', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').getByRole('link', { name: 'Phone No is required' })).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Phone number' })
    await expect(field).toHaveAccessibleDescription(/Phone No is required/)
  })

  test('shows how many digits are missing, once the focus has left it', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/prepaid-recharge')
    // The touch loads the script, and only script disables it.
    await numberField(page).focus()
    await expect(continueButton(page)).toBeDisabled()
    await numberField(page).fill('99900')
    await expect(page.getByText('Invalid Mobile No')).toHaveCount(0)
    await amountField(page).focus()
    await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No\. 5 digits so far, 9 are needed/)
    await expect(continueButton(page)).toBeDisabled()
  })

  test('is understood in any spelling', { tag: '@verify' }, async ({ page, line }) => {
    const [first, second, third] = [line.slice(0, 2), line.slice(2, 5), line.slice(5)]
    const spellings = [`+265${line}`, `0${line}`, `${first} ${second} ${third}`, `+265 ${first}-${second}-${third}`]
    for (const spelling of spellings) {
      await page.goto('/prepaid-recharge')
      await typeNumber(page, spelling)
      await typeAmount(page, 500)
      await expect(continueButton(page)).toBeEnabled()
      await expect(numberField(page)).toHaveValue(`${first} ${second} ${third}`)
    }
  })
})

test.describe('the amount', () => {
  test('is refused with the limit when it is too low or too high', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await amountField(page).fill('49')
    await numberField(page).focus()
    await expect(amountField(page)).toHaveAccessibleDescription(/Minimum amount should be MWK 50/)
    await expect(continueButton(page)).toBeDisabled()
    await expectAccessible(page)
    await amountField(page).fill('100001')
    await expect(amountField(page)).toHaveAccessibleDescription(/Maximum amount should be MWK 100,000/)
    await expect(continueButton(page)).toBeDisabled()
    await amountField(page).fill('100000')
    await expect(amountField(page)).not.toHaveAttribute('aria-invalid')
    await expect(continueButton(page)).toBeEnabled()
    await amountField(page).fill('50')
    await expect(continueButton(page)).toBeEnabled()
  })

  test('and a bundle exclude each other, and the page shows which one it removed', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await page.getByRole('button', { name: '2,000' }).click()
    await expect(amountField(page)).toHaveValue('2000')
    await page.getByRole('radio', { name: /500 MB/ }).check()
    await expect(amountField(page)).toHaveValue('')
    await expect(page.getByText('The airtime amount is cleared, because you chose a bundle.')).toBeVisible()
    await typeAmount(page, 300)
    await expect(page.getByRole('radio', { name: /500 MB/ })).not.toBeChecked()
    await expect(page.getByText('The bundle is cleared, because you typed an amount.')).toBeVisible()
  })
})

test.describe('the payer', () => {
  test('has to give a valid e-mail address before the button is on', async ({ page, line }) => {
    await orderAirtime(page, line, 500)
    await emailField(page).focus()
    await expect(payButton(page)).toBeDisabled()
    await expect(page.getByText('To go on, fill in: Email for the receipt')).toBeVisible()
    await expectAccessible(page)
    for (const wrong of ['thoko@example', 'thoko@example.c', 'tho ko@example.com']) {
      await emailField(page).fill(wrong)
      await emailField(page).blur()
      await expect(emailField(page)).toHaveAccessibleDescription(/Invalid Email Id/)
      await expect(payButton(page)).toBeDisabled()
    }
    await expectAccessible(page)
    await emailField(page).fill('')
    await expect(emailField(page)).toHaveAccessibleDescription(/Email is required/)
    await emailField(page).fill('thoko@example.com')
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await expect(payButton(page)).toBeEnabled()
    await expect(page.getByText('To go on, fill in:')).toBeHidden()
  })

  test('has to give a wallet of the operator', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await orderAirtime(page, line, 500)
    await chooseMethod(page, 'Nyanja Money')
    await walletField(page).fill('')
    await walletField(page).blur()
    await expect(walletField(page)).toHaveAccessibleDescription(/Phone No is required/)
    await expect(payButton(page)).toBeDisabled()
    await expectAccessible(page)
    await walletField(page).fill('99900')
    await walletField(page).blur()
    await expect(walletField(page)).toHaveAccessibleDescription(/Please enter valid Nyanja number/)
    await walletField(page).fill('888000001')
    await payButton(page).click()
    await expect(walletField(page)).toHaveAccessibleDescription(/Please enter valid Nyanja number/)
    await expect(walletField(page)).toHaveValue('888000001')
    await expect(page.getByRole('alert')).toBeFocused()
  })
})
