import type { Page } from '@playwright/test'
import { ask, expectMail, readMails } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { tabTo } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const care = 'care@nyanja.example'
const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string | RegExp) => main(page).getByRole('textbox', { name })
const topic = (page: Page) => main(page).getByRole('combobox', { name: 'Topic' })
const choice = (page: Page, name: string) => main(page).getByRole('option', { name, exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: 'Send' })
const thanks = (page: Page) => main(page).getByRole('heading', { name: 'Thank you for reaching out' })

async function fillIn(page: Page, line: string, message: string): Promise<void> {
  await field(page, 'Full name').fill('Thoko Banda')
  await field(page, 'Phone number').fill(`0${line}`)
  await field(page, 'Your message').fill(message)
}

const reference = (page: Page) => main(page).locator('b', { hasText: /^MSG-/ })

async function expectReference(page: Page): Promise<string> {
  await expect(thanks(page)).toBeVisible()
  const text = (await reference(page).textContent()) ?? ''
  expect(text).toMatch(/^MSG-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  return text
}

/** Returns what customer care received under the reference that the sender saw. */
async function expectAtCare(reported: string): Promise<string> {
  const found = async () => (await readMails(care)).filter(({ subject }) => subject.startsWith(reported))
  await expect.poll(async () => (await found()).length, { intervals: [100] }).toBe(1)
  return (await found())[0]?.text ?? ''
}

test.describe('a message to customer care', () => {
  test('is delivered, and the sender sees a reference', async ({ page, line }) => {
    await page.goto('/contact-us')
    await expect(send(page)).toBeDisabled()
    await fillIn(page, line, 'My airtime is gone.\nPlease help <b>soon</b>')
    await expect(send(page)).toBeDisabled()
    await topic(page).click()
    await expectAccessible(page)
    await choice(page, 'A payment').click()
    await expect(topic(page)).toHaveValue('A payment')
    await send(page).click()

    const reported = await expectReference(page)
    await expectAccessible(page)
    const mail = await expectAtCare(reported)
    expect(mail).toContain('Full name:\nThoko Banda')
    expect(mail).toContain(`Phone number:\n+265 ${line}`)
    expect(mail).toContain('Topic:\nA payment')
    expect(mail).toContain('My airtime is gone.\nPlease help <b>soon</b>')
  })

  test('shows what is wrong when the focus leaves a field, and disables its button until everything is valid', {
    tag: '@verify',
  }, async ({ page, line }) => {
    await page.goto('/contact-us')
    const leave = async (name: string, text: string) => {
      await field(page, name).fill(text)
      await field(page, name).blur()
    }
    await leave('Full name', ' ')
    await expect(main(page).getByText('Full name is required')).toBeVisible()
    await leave('Full name', '12')
    await expect(main(page).getByText('Please write your name in letters')).toBeVisible()
    await leave('Phone number', '0999')
    await expect(main(page).getByText('Please write all 9 digits of the number')).toBeVisible()
    await leave('E-mail (optional)', 'thoko@')
    await expect(main(page).getByText('Invalid Email Id')).toBeVisible()
    await leave('Your message', 'Help')
    await expect(main(page).getByText('Please write a little more, so that we can help')).toBeVisible()
    await expect(field(page, 'Full name')).toHaveAccessibleDescription('Please write your name in letters')
    await expect(field(page, 'Your message')).toHaveAccessibleDescription(
      /^No more than 1000 letters Please write a little/,
    )
    await expectAccessible(page)

    await fillIn(page, line, 'My airtime is gone')
    await field(page, 'E-mail (optional)').fill('')
    await expect(page.locator('.wrong')).toHaveCount(0)
    await expect(send(page)).toBeDisabled()
    await topic(page).fill('bill')
    await choice(page, 'A bill').click()
    await expect(send(page)).toBeEnabled()
  })

  test('offers its topics to the keyboard and to a search, and closes the list when the focus leaves', {
    tag: '@verify',
  }, async ({ page, line }) => {
    await page.goto('/contact-us')
    await tabTo(page, topic(page))
    await page.keyboard.type('INTER')
    await expect(main(page).getByRole('option')).toHaveText(['Internet at home'])
    await page.keyboard.press('Enter')
    await expect(topic(page)).toHaveValue('Internet at home')

    await page.keyboard.press('ArrowDown')
    await expect(choice(page, 'Internet at home')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(choice(page, 'A shop')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(main(page).getByRole('listbox')).toBeHidden()
    await expect(topic(page)).toHaveValue('Internet at home')

    await topic(page).fill('zebra')
    await expect(main(page).getByRole('option')).toHaveText(['No match'])
    await expectAccessible(page)
    await main(page).getByRole('heading', { name: 'Write to us here' }).click()
    await expect(main(page).getByRole('listbox')).toBeHidden()
    await expect(topic(page)).toHaveValue('Internet at home')

    await fillIn(page, line, 'No internet since Monday')
    await expect(send(page)).toBeEnabled()
    await main(page).getByRole('button', { name: 'Start again' }).click()
    await expect(topic(page)).toHaveValue('')
    await expect(topic(page)).toHaveAttribute('placeholder', 'Choose one')
    await expect(field(page, 'Full name')).toHaveValue('')
    await expect(send(page)).toBeDisabled()
  })

  test('is written, sent and confirmed with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/contact-us')
    const write = async (name: string, text: string) => {
      await tabTo(page, field(page, name))
      await page.keyboard.type(text)
    }
    await write('Full name', 'Thoko Banda')
    await write('Phone number', line)
    await tabTo(page, topic(page))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(topic(page)).toHaveValue('Airtime and bundles')
    await write('Your message', 'Where is my bundle?')
    await tabTo(page, send(page))
    await page.keyboard.press('Enter')
    await expectAtCare(await expectReference(page))
  })

  test('waits for a mail server that is away, even through a power cut, and is delivered once', {
    tag: '@verify',
  }, async ({ page, line, operator }) => {
    await page.goto('/contact-us')
    await fillIn(page, line, 'Is anybody there?')
    await topic(page).fill('other')
    await choice(page, 'Something else').click()
    await ask('/__sim/mail/refuse', 'POST', { times: 1 })
    await send(page).click()
    const reported = await expectReference(page)
    const mailState = async () =>
      (await operator.runCli('submissions', 'list')).split('\n').find((row) => row.startsWith(reported))
    expect(await mailState()).toMatch(/due$/)
    await operator.killPortal()
    await operator.startPortal()
    await operator.letPass(2)
    await expectAtCare(reported)
    await expect.poll(mailState, { intervals: [200] }).toMatch(/sent$/)
  })

  test('is read and written in Swahili', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/sw/contact-us')
    await main(page).getByRole('textbox', { name: 'Jina kamili' }).fill('12')
    await main(page).getByRole('textbox', { name: 'Nambari ya simu' }).fill(line)
    await expect(main(page).getByText('Tafadhali andika jina lako kwa herufi')).toBeVisible()
    await expectAccessible(page)
    await main(page).getByRole('textbox', { name: 'Jina kamili' }).fill('Thoko Banda')
    const mada = main(page).getByRole('combobox', { name: 'Mada' })
    await mada.fill('zebra')
    await expect(main(page).getByRole('option')).toHaveText(['Hakuna kinacholingana'])
    await mada.fill('')
    await main(page).getByRole('option').first().click()
    await main(page).getByRole('textbox', { name: 'Ujumbe wako' }).fill('Salio langu halipo')
    await main(page).getByRole('button', { name: 'Tuma' }).click()
    await expect(main(page).getByRole('heading', { name: 'Asante kwa kuwasiliana nasi' })).toBeVisible()
    expect(await expectAtCare((await reference(page).textContent()) ?? '')).toContain('on the pages in sw')
    await expectAccessible(page)
  })

  test('costs a moment of the browser once one number has sent many, and no limit of the sender', {
    tag: '@verify',
  }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 429/)
    for (let count = 1; count <= 6; count += 1) {
      await page.goto('/contact-us')
      await fillIn(page, line, `This is message ${count} of mine`)
      await topic(page).fill('other')
      await choice(page, 'Something else').click()
      await send(page).click()
      await expect(thanks(page)).toBeVisible()
    }
  })
})

test.describe('a message without script', () => {
  test.use({ javaScriptEnabled: false })
  const list = (page: Page) => main(page).getByRole('combobox', { name: 'Topic' })

  test('shows what is missing, keeps the typed text, and is delivered', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/contact-us')
    await field(page, 'Phone number').fill(`0${line}`)
    await send(page).click()
    await expect(main(page).getByRole('heading', { name: 'Please put these 3 things right' })).toBeVisible()
    for (const shown of ['Full name is required', 'Topic is required', 'Your message is required'])
      await expect(main(page).getByRole('link', { name: shown })).toBeVisible()
    await expectAccessible(page)
    await main(page).getByRole('link', { name: 'Topic is required' }).click()
    await expect(list(page)).toBeFocused()
    await expect(field(page, 'Phone number')).toHaveValue(line)

    await field(page, 'Full name').fill('Thoko Banda')
    await list(page).selectOption({ label: 'The network' })
    await field(page, 'Your message').fill('No network\nsince Monday')
    await send(page).click()
    const reported = await expectReference(page)
    await expectAccessible(page)
    expect(await expectAtCare(reported)).toContain('No network\nsince Monday')

    await main(page).getByRole('link', { name: 'Write another message' }).click()
    await fillIn(page, line, 'No network\nsince Monday')
    await list(page).selectOption({ label: 'The network' })
    await send(page).click()
    expect(await expectReference(page)).toBe(reported)
  })

  test('shows how long it may be, and comes back whole to be shortened', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await page.goto('/contact-us')
    const letter = 'The network is slow in the evening. '.repeat(200).trim()
    // The form is sent as from a browser that ignores the limit.
    await field(page, 'Your message').evaluate((box) => box.removeAttribute('maxlength'))
    await fillIn(page, line, letter)
    await list(page).selectOption({ label: 'The network' })
    await send(page).click()
    const shown = 'This is too long: 7199 letters. Please write no more than 1000.'
    await expect(main(page).getByRole('link', { name: shown })).toBeVisible()
    await expect(main(page).getByText('What you wrote is still here.')).toBeVisible()
    await expect(field(page, 'Your message')).toHaveValue(letter)
    await expect(field(page, 'Your message')).toHaveAccessibleDescription(`No more than 1000 letters ${shown}`)
    await expectAccessible(page)

    await field(page, 'Your message').fill('The network is slow in the evening.')
    await send(page).click()
    await expectReference(page)
  })

  test('waits a little once one number has sent many', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 429/)
    for (let count = 1; count <= 6; count += 1) {
      await page.goto('/contact-us')
      await fillIn(page, line, `This is message ${count} of mine`)
      await list(page).selectOption({ label: 'Something else' })
      await send(page).click()
      if (count < 6) await expect(thanks(page)).toBeVisible()
    }
    await expect(main(page).getByText(/Please wait \d+ seconds/)).toBeVisible()
    await expect(field(page, 'Your message')).toHaveValue('This is message 6 of mine')
    await expectAccessible(page)
    await operator.letPass(1)
    await send(page).click()
    await expect(thanks(page)).toBeVisible()
  })
})

test.describe('feedback about the service', () => {
  test('is delivered without a name or a number', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/give_your_feedback')
    await expectAccessible(page)
    const kind = main(page).getByRole('combobox', { name: 'Your feedback' })
    await kind.fill('good')
    await expect(main(page).getByRole('option')).toHaveText(['Something was good', 'Something was not good'])
    await choice(page, 'Something was good').click()
    await field(page, 'What happened?').fill(`The shop in Zomba helped me at ${Date.now()}`)
    await send(page).click()
    const reported = await expectReference(page)
    await expectAccessible(page)
    await expect(page).toHaveURL(/\/give_your_feedback\?sent=MSG-/)
    expect(await expectMail(care, new RegExp(`^${reported}: feedback`))).toContain('Your feedback:\nSomething was good')
  })
})
