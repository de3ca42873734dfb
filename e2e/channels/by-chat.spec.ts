import type { Page } from '@playwright/test'
import { sandboxUrl } from '../addresses.ts'
import { expectRecords, giveAirtime, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { otherCode } from '../steps/code.ts'
import { answerOnPhone } from '../steps/phone.ts'
import { expect, test } from '../visitor.ts'

async function openChat(page: Page, line: string): Promise<void> {
  await page.goto(`${sandboxUrl}/phone?msisdn=${line}`)
  await page.getByRole('link', { name: 'Chat with Nyanja' }).click()
  await expect(page.getByText('Moni! What do you want to buy?')).toBeVisible()
}

/** Reads the last message in the chat. */
async function expectMessage(page: Page, answer: string | RegExp): Promise<void> {
  await expect(page.getByRole('region', { name: 'Chat' }).getByRole('paragraph').last()).toContainText(answer)
}

/** Writes one message and waits for the next question. */
async function announce(page: Page, text: string, answer: string | RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectMessage(page, answer)
}

/** The portal decides the position in the list. */
async function choose(page: Page, name: string | RegExp, answer: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).last().click()
  await expectMessage(page, answer)
}

test.describe('buying in a chat, by the JSON API alone', () => {
  test('delivers airtime for a number, paid with Nyanja Money on the handset', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await openChat(page, line)
    await announce(page, '1', 'For which number?')
    await announce(page, '1', 'How much airtime?')
    await announce(page, '20', 'Minimum amount should be MWK 50')
    await announce(page, '700', 'How do you want to pay?')
    await expectAccessible(page)
    await choose(page, /Nyanja Money/, 'Look at your phone')
    await expect(page.getByRole('heading', { name: 'Pay MWK 700?' })).toBeVisible()
    await expectAccessible(page)
    await answerOnPhone(page, '1234', 'Approved.')
    await expect(page.getByText(/Thank you! MWK 700 of airtime is on .* Reference NYA-/)).toBeVisible()
    await expectRecords(line, { taken: [700], delivered: [700] })
  })

  test('delivers a bundle, paid with airtime after the code and a confirmation', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await giveAirtime(line, 5000)
    await openChat(page, line)
    await announce(page, '2', 'For which number?')
    await announce(page, '1', 'Which bundle?')
    await choose(page, /2\.6 ?GB/, 'How do you want to pay?')
    await choose(page, /Airtime/, 'Type the 6-digit code')
    const code = await readSentCode(line)
    await expect(page.getByText(`Code ${code}`)).toBeVisible()
    await expectAccessible(page)
    await announce(page, otherCode(code), 'Please enter correct OTP. 4 attempts left.')
    await announce(page, code, 'Take MWK 2,000 from the airtime')
    await expectRecords(line, { taken: [], delivered: [] })
    await choose(page, /Yes/, 'I am taking it from your airtime.')
    await expect(page.getByText(/Thank you! .* Reference NYA-/)).toBeVisible()
    await expectRecords(line, { taken: [2000], delivered: ['MW-W-2600'] })
  })

  test('charges nothing when the prompt is refused, and reports it', { tag: '@verify' }, async ({ page, line }) => {
    await openChat(page, line)
    for (const [text, answer] of [
      ['1', 'For which number?'],
      ['1', 'How much airtime?'],
      ['700', 'How do you want to pay?'],
    ] as const)
      await announce(page, text, answer)
    await choose(page, /Nyanja Money/, 'Look at your phone')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText(/Not successful\. .* Reference NYA-/)).toBeVisible()
    await expectRecords(line, { taken: [], delivered: [] })
  })
})
