import type { Page } from '@playwright/test'
import { expectRecords, expectSms, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { expectSuccess, methodLink, payButton, walletField } from '../steps/pay.ts'
import { approveOnPhone, openPhone } from '../steps/phone.ts'
import { chooseBundle, numberField } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** The browser reloads the page by itself, and a test does not wait for that. */
async function reloadedTitle(page: Page): Promise<string | null> {
  await page.reload()
  return page.getByRole('heading', { level: 1 }).textContent()
}

for (const javaScriptEnabled of [true, false])
  test.describe(`a gift ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test("comes with the giver's words", async ({ page, line, nextLine, complaints }) => {
      complaints.expect(/status of 400/)
      const giver = nextLine()
      await page.goto('/prepaid-recharge')
      await numberField(page).fill(line)
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
      await chooseBundle(page, /100 MB/)
      await page.getByRole('button', { name: 'Continue' }).click()
      await methodLink(page, 'Nyanja Money').click()
      await walletField(page).fill(`0${giver}`)
      const message = page.getByRole('textbox', { name: 'Your message' })
      await expect(message).toBeHidden()
      await page.getByText('Is it a gift? Add a message').click()
      await message.fill('Call me on 0991234567')
      await expectAccessible(page)
      await payButton(page).click()
      // The message is open at its fault, with what was typed.
      await expect(page.getByRole('alert').getByRole('link')).toHaveText(/4 digits at most/)
      await expect(message).toHaveValue('Call me on 0991234567')
      await expectAccessible(page)
      await message.fill('Happy birthday, mum!')
      await payButton(page).click()

      const phone = await openPhone(page, giver)
      await approveOnPhone(phone)
      if (!javaScriptEnabled) await expect.poll(() => reloadedTitle(page), { intervals: [200] }).toBe('Thank you')
      await expectSuccess(page)
      await expect(page.getByText(/^The message with your gift goes by SMS to/)).toBeVisible()
      await expectAccessible(page)
      await expectRecords(line, { taken: [], delivered: ['MW-D-100'] })
      await expectSms(line, /somebody gave you .* They write: Happy birthday, mum!$/)
      expect(await readSms(line)).toHaveLength(1)
      await expectSms(giver, /is ready until/)

      const handset = await openPhone(page, line)
      await expect(handset.getByText(/They write: Happy birthday, mum!/)).toBeVisible()
    })
  })
