import type { Page } from '@playwright/test'
import { approvePush, expectSms, fillWallet, readSms } from '../sandbox.ts'
import { chooseLanguage, expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { moveLead, orderInternet } from '../steps/leads.ts'
import { expectSuccess } from '../steps/pay.ts'
import { reloadUntilText } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const referenceField = (page: Page) => page.getByRole('textbox', { name: 'Reference' })
const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' })
const showButton = (page: Page) => page.getByRole('button', { name: 'Show my order' })
const stepNow = (page: Page) => page.getByRole('region', { name: 'How it goes' }).locator('[aria-current="step"]')

async function findOrder(page: Page, reference: string, msisdn: string): Promise<void> {
  await page.goto('/hbb-lead-status')
  await referenceField(page).fill(reference)
  await numberField(page).fill(msisdn)
  await showButton(page).click()
}

/** The page shows a status of the BSS that is a few seconds old. */
const expectHeading = (page: Page, text: string) => reloadUntilText(page, heading(page), text)

/** The SMS of the payment and of the order arrive at the same time, in either order. */
async function expectAmongSms(line: string, pattern: RegExp): Promise<string> {
  const found = async () => (await readSms(line)).find((text) => pattern.test(text)) ?? ''
  await expect.poll(found, { intervals: [100] }).not.toBe('')
  return found()
}

test.describe('an order for internet at home', () => {
  test('is found from the foot of every page, by its reference and its number', async ({ page, line }) => {
    const { reference } = await orderInternet(line)
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Track my order for internet at home' }).click()
    await expect(heading(page)).toHaveText('Where is my order?')
    await expect(showButton(page)).toBeDisabled()
    await referenceField(page).fill(reference.toLowerCase())
    await numberField(page).fill(line)
    await showButton(page).click()
    await expect(heading(page)).toHaveText('We have your order')
    await expect(page.getByText(reference)).toBeVisible()
    await expect(page.getByText('Home 150GB')).toBeVisible()
    await expect(page.getByText('Lilongwe')).toBeVisible()
    await expect(page.getByText('Plot 12')).toHaveCount(0)
    await expect(page.getByText(line)).toHaveCount(0)
    await expectAccessible(page)
  })

  test('is followed by its SMS, step by step, until it is done', { tag: '@verify' }, async ({ page, line }) => {
    const { reference } = await orderInternet(line)
    const sms = await expectSms(line, /We have your internet order/)
    expect(sms).toContain(reference)
    await page.goto(/https?:\S+/.exec(sms)?.[0] ?? '')
    await expect(heading(page)).toHaveText('We have your order')

    await moveLead(line, { status: 'inProgress' })
    await expectHeading(page, 'Your place is fine')
    await expectSms(line, /your place is fine/)
    await moveLead(line, { status: 'inProgress', day: '2036-11-28' })
    await expectHeading(page, 'The day is set')
    await expect(stepNow(page)).toContainText('We come on Fri 28 Nov 2036')
    await expectAccessible(page)
    await moveLead(line, { status: 'accepted' })
    await expectHeading(page, 'It is yours')
    await expectSms(line, /your internet is ready/)
    await expectAccessible(page)
  })

  test('shows why it waits, and whom to call', { tag: '@verify' }, async ({ page, line }) => {
    const { reference } = await orderInternet(line)
    await moveLead(line, { status: 'pending', reason: 'The mast near you is being mended' })
    await findOrder(page, reference, line)
    await expect(stepNow(page)).toBeVisible()
    await expectHeading(page, 'We are waiting')
    await expect(stepNow(page)).toContainText('The reason: The mast near you is being mended')
    await expect(page.getByRole('link', { name: /^Call \d+/ }).first()).toBeVisible()
    await expectAccessible(page)
  })

  for (const [status, text] of [
    ['rejected', 'We cannot bring it to you'],
    ['cancelled', 'This order was called off'],
  ] as const) {
    test(`shows that it is over and why, and leads on (${status})`, { tag: '@verify' }, async ({ page, line }) => {
      const { trackId } = await orderInternet(line)
      await moveLead(line, { status, reason: 'The road ends before the house' })
      await page.goto(`/hbb-lead-status?lead=${trackId}`)
      await expectHeading(page, text)
      await expect(page.getByText('The reason: The road ends before the house')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'See all plans' }).click()
      await expect(page).toHaveURL(/home-internet/)
    })
  }

  test('is an interest where internet is not available yet', { tag: '@verify' }, async ({ page, line }) => {
    const { trackId } = await orderInternet(line, 'Dedza')
    await expectSms(line, /not at your place yet/)
    await page.goto(`/hbb-lead-status?lead=${trackId}`)
    await expect(heading(page)).toHaveText('Not at your place yet')
    await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('can be paid from its page by a visitor who knows its number', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const { trackId } = await orderInternet(line)
    await page.goto(`/hbb-lead-status?lead=${trackId}`)
    await numberField(page).fill('999000001')
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByText('This is not the number of this order.')).toBeVisible()
    await expectAccessible(page)
    await numberField(page).fill(line)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page).toHaveURL(/\/payment\/start\?order=/)
    await expect(page.getByText('Home 150GB').first()).toBeAttached()
  })
})

test('the payment for a refused order is refunded, and its page shows it', { tag: '@verify' }, async ({
  page,
  line,
  operator,
}) => {
  await fillWallet(line, 100_000)
  const { trackId } = await orderInternet(line)
  await page.goto(`/hbb-lead-status?lead=${trackId}`)
  await numberField(page).fill(line)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('link', { name: 'Nyanja Money Approve' }).click()
  await page.getByRole('textbox', { name: 'Nyanja Money number' }).fill(line)
  await page.getByRole('button', { name: 'Pay MWK 80,000' }).click()
  await approvePush(line)
  await expectSuccess(page)
  const payment = /Ref (NYA-\S+)/.exec(await expectAmongSms(line, /paid for .+ home internet/))?.[1] ?? ''

  await moveLead(line, { status: 'rejected' })
  await page.goto(`/hbb-lead-status?lead=${trackId}`)
  await expectHeading(page, 'We cannot bring it to you')
  await expect(page.getByText('MWK 80,000 was paid for this order.')).toBeVisible()
  await expect(page.getByText('We are looking at it now.')).toBeVisible()
  await expectAccessible(page)
  await operator.runCli(
    'payments',
    'resolve',
    payment,
    'refund',
    'nobody',
    'comes',
    '--by',
    'thoko',
    '--agreed',
    'limbani',
  )
  await expectAmongSms(line, /comes? back to you|is back/)
  await page.reload()
  await expect(page.getByText(/It (goes|went) back to whoever paid/)).toBeVisible()
  await expectAccessible(page)
})

test.describe('a visitor who looks for an order', () => {
  test('gets the same answer for a wrong reference as for the number of another customer', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const { reference } = await orderInternet(line)
    const reported: (string | null)[] = []
    for (const [typed, number] of [
      [reference, '999000001'],
      ['HB-0000-0000', line],
    ] as const) {
      await findOrder(page, typed, number)
      reported.push(await page.getByRole('alert').textContent())
    }
    expect(reported[0]).toContain('There is no order with this reference and number')
    expect(reported[1]).toBe(reported[0])
    await expectAccessible(page)
  })

  test('sees what is missing, and keeps the typed text', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/hbb-lead-status')
    await page.locator('form').evaluate((form) => form instanceof HTMLFormElement && form.submit())
    await expect(page.getByRole('alert')).toContainText('Type the reference from our SMS.')
    await expect(page.getByRole('alert')).toContainText('Type the phone number that you gave us.')
    await findOrder(page, 'my order of today', '999000001')
    await expect(page.getByRole('alert')).toContainText('A reference looks like HB-7K4P-29XD')
    await expect(referenceField(page)).toHaveValue('my order of today')
  })

  test('sees a message when a link leads to no order', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    await page.goto('/hbb-lead-status?lead=NOTHING')
    await expect(page.getByText('There is no order behind this link.')).toBeVisible()
    await expectAccessible(page)
  })

  test('needs only the keyboard', { tag: '@verify' }, async ({ page, line }) => {
    const { reference } = await orderInternet(line)
    await page.goto('/hbb-lead-status')
    await tabTo(page, referenceField(page))
    await page.keyboard.type(reference)
    await tabTo(page, numberField(page))
    await page.keyboard.type(line)
    await tabToAndPress(page, showButton(page))
    await expect(heading(page)).toHaveText('We have your order')
    await tabTo(page, numberField(page))
    await page.keyboard.type(line)
    await tabToAndPress(page, page.getByRole('button', { name: 'Pay now' }))
    await expect(page).toHaveURL(/\/payment\/start\?order=/)
  })

  test('may use Swahili', { tag: '@verify' }, async ({ page, line }) => {
    const { trackId } = await orderInternet(line)
    await page.goto(`/hbb-lead-status?lead=${trackId}`)
    await chooseLanguage(page, 'Kiswahili')
    await expect(heading(page)).toHaveText('Tumepata ombi lako')
    await expectAccessible(page)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('sees the same, on a small page', async ({ page, line }) => {
      const { reference } = await orderInternet(line)
      await findOrder(page, reference, line)
      await expect(heading(page)).toHaveText('We have your order')
      const answer = await page.reload()
      expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(12_000)
      await expectAccessible(page)
    })
  })
})
