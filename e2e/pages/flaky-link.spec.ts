import type { Locator, Page } from '@playwright/test'
import { secureUrl } from '../addresses.ts'
import type { FlakyLink, LinkFault } from '../flaky-link.ts'
import {
  addBilledLine,
  approvePush,
  expectPrompts,
  expectRecords,
  expectSms,
  readPaidBills,
  readSms,
  toAccount,
} from '../sandbox.ts'
import type { Operator } from '../start-operator.ts'
import { codeField, verifyButton } from '../steps/code.ts'
import { askLink, meantField, sendButton } from '../steps/correction.ts'
import { fillDetails, heading, orderLink } from '../steps/home-internet.ts'
import { checkUntil, chooseMethod, expectSuccess, payButton, payByMoney as payOnHandset } from '../steps/pay.ts'
import {
  amountField,
  chooseBundle,
  clickContinue,
  continueButton,
  expectReady,
  numberField,
  orderAirtime,
} from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.use({ hasFlakyLink: true, baseURL: secureUrl, ignoreHTTPSErrors: true })

/** One form of a journey. */
interface Step {
  fill?(page: Page): Promise<void>
  press(page: Page): Promise<void>
  /** The element that is there once the portal has taken the form. */
  next(page: Page): Locator
  /** The link that leads on from the page that shows what was taken before it. */
  readonly onward?: (page: Page) => Locator
  readonly isWithoutScript?: boolean
  /** A code is spent by its first use: where its answer is lost, the visitor asks for another. */
  readonly isCode?: boolean
}

interface Journey {
  readonly begin: (page: Page) => Promise<void>
  readonly steps: readonly Step[]
  /** What the providers have in the end: once, with every loss on the way. */
  readonly end: (page: Page) => Promise<void>
}

const headed = (text: string) => (page: Page) => heading(page).filter({ hasText: text })
const pressed = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

const payByMoney: Step = {
  fill: (page) => chooseMethod(page, 'Nyanja Money'),
  press: (page) => payButton(page).click(),
  next: headed('Check your phone'),
}

/** The newest one: a form that was sent again after minutes may have sent another. */
async function newestCode(line: string): Promise<string> {
  await expectSms(line, /^\d{6} is your /)
  return (await readSms(line))[0]?.slice(0, 6) ?? ''
}

const typeCodeOf = (line: string): Omit<Step, 'next'> => ({
  isCode: true,
  fill: async (page) => codeField(page).fill(await newestCode(line)),
  press: (page) => verifyButton(page).click(),
})

async function approve(page: Page, line: string): Promise<void> {
  await expectPrompts(line, 1)
  await approvePush(line)
  await checkUntil(page, 'Thank you')
}

const journeys = {
  'a recharge': async (line) => ({
    begin: async (page) => {
      await page.goto('/prepaid-recharge')
    },
    steps: [
      {
        fill: async (page) => {
          await numberField(page).fill(line)
          await amountField(page).fill('640')
        },
        press: (page) => continueButton(page).click(),
        next: headed('How do you want to pay?'),
      },
      payByMoney,
    ],
    end: async (page) => {
      await approve(page, line)
      await expectRecords(line, { taken: [640], delivered: [640] })
    },
  }),
  'a bundle': async (line) => ({
    begin: async (page) => {
      await page.goto('/prepaid-recharge')
    },
    steps: [
      {
        fill: (page) => numberField(page).fill(line),
        press: (page) => continueButton(page).click(),
        next: (page) => page.getByText('Prepaid line. Ready to top up.'),
        // The number is looked up as it is typed where script runs.
        isWithoutScript: true,
      },
      {
        fill: (page) => chooseBundle(page, /500 MB/),
        press: (page) => continueButton(page).click(),
        next: headed('How do you want to pay?'),
      },
      payByMoney,
    ],
    end: async (page) => {
      await approve(page, line)
      await expectRecords(line, { taken: [800], delivered: ['MW-D-500'] })
    },
  }),
  'a bill': async (line) => {
    const owing = await addBilledLine(12_300)
    return {
      begin: async (page) => {
        await page.goto('/postpaid-bill-pay')
      },
      steps: [
        {
          fill: (page) => page.getByRole('textbox', { name: 'Phone number of the bill' }).fill(owing),
          press: pressed('Continue'),
          next: (page) => page.getByRole('button', { name: 'Send a code to' }),
        },
        { press: pressed('Send a code to'), next: headed('Enter the code') },
        { ...typeCodeOf(owing), next: (page) => page.getByText('MWK 12,300').first() },
        {
          fill: (page) => page.getByRole('textbox', { name: 'How much do you pay?' }).fill('2300'),
          press: pressed('Continue'),
          next: headed('How do you want to pay?'),
        },
        {
          ...payByMoney,
          fill: async (page) => {
            await chooseMethod(page, 'Nyanja Money')
            await page.getByRole('textbox', { name: 'Nyanja Money number' }).fill(line)
          },
        },
      ],
      end: async (page) => {
        await approve(page, line)
        expect(await readPaidBills(toAccount(owing))).toEqual([2300])
      },
    }
  },
  'an order for internet at home': async (line) => ({
    begin: async (page) => {
      await page.goto('/home-internet')
    },
    steps: [
      { press: pressed('See the plans and order'), next: headed('Choose your plan') },
      {
        fill: (page) => page.getByRole('radio', { name: /Home 150GB/ }).check(),
        press: pressed('Continue'),
        next: headed('Who are you?'),
      },
      {
        fill: (page) => fillDetails(page, { line }),
        press: pressed('Continue'),
        next: headed('Where do we install it?'),
      },
      {
        press: pressed('Call me for the way'),
        next: headed('Enter the code'),
        onward: (page) => page.getByRole('link', { name: 'Enter the code' }),
      },
      // The code submits the order, which is found again by its draft.
      { ...typeCodeOf(line), isCode: false, next: headed('Service available') },
    ],
    end: async () => {
      expect(await orderLink(line)).toContain('/hbb-lead')
    },
  }),
  'a correction': async (line, meant) => ({
    begin: async (page) => {
      await page.goto('/prepaid-recharge')
      await numberField(page).fill(line)
      await amountField(page).fill('660')
      await clickContinue(page)
      await chooseMethod(page, 'Nyanja Money')
      await payButton(page).click()
      await approve(page, line)
      await askLink(page).click()
    },
    steps: [
      {
        fill: (page) => meantField(page).fill(meant),
        press: (page) => sendButton(page).click(),
        next: headed('Enter the code'),
      },
      {
        ...typeCodeOf(meant),
        next: (page) => page.getByText('You asked us to put the number right'),
      },
    ],
    end: async () => {
      await expectRecords(line, { taken: [660], delivered: [660] })
    },
  }),
} as const satisfies Record<string, (line: string, meant: string) => Promise<Journey>>

/** Reads everything that is typed, ticked or chosen on the page; a code is never kept. */
const typedOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main input, main select, main textarea')]
      .filter(
        // The map's own search is there as soon as its module is.
        ({ id, type, autocomplete, offsetParent }) =>
          offsetParent !== null && type !== 'hidden' && autocomplete !== 'one-time-code' && id !== 'map-search',
      )
      .map(
        ({ id, type, checked, value }) => `${id} ${/radio|checkbox/.test(type) ? checked : value.replace(/\s/g, '')}`,
      ),
  )

/** The visitor ends on the browser's own page about it, or on a foreign one. */
async function loseOnce(link: FlakyLink, page: Page, { fault, step }: { fault: LinkFault; step: Step }): Promise<void> {
  link.break(fault, 'forms')
  await step.press(page)
  await expect.poll(() => (fault === 'answer' ? link.lost() : link.met())).toBeGreaterThan(0)
  if (fault === 'captive') await expect(headed('Welcome to Lakeside Wi-Fi')(page)).toBeVisible()
  else await expect.poll(() => page.url()).toMatch(/^chrome-error/)
  link.mend()
}

const linkOf = ({ link }: Operator): FlakyLink => {
  if (link === undefined) throw new Error('This operator has no link')
  return link
}

interface Loss {
  readonly fault: LinkFault
  readonly step: Step
  readonly operator: Operator
  readonly isScripted: boolean
}

/** Fills in the form, loses it, comes back after minutes and sends it again. */
async function repeatStep(page: Page, { fault, step, operator, isScripted }: Loss): Promise<void> {
  await step.fill?.(page)
  if (step.isCode === true && fault === 'answer') {
    await step.press(page)
    return expect(step.next(page)).toBeVisible()
  }
  const typed = await typedOn(page)
  await loseOnce(linkOf(operator), page, { fault, step })
  await operator.letPass(3)
  await page.goBack()
  const isTaken = () => step.next(page).isVisible()
  const isShown = async () => (await step.onward?.(page).isVisible()) === true
  // What the portal has taken it may show at once, and then there is nothing to press again. Offers for the number may
  // have come after the press, and are on the page that comes back.
  const keptOn = async () => ((await isTaken()) || (await isShown()) ? typed : typedOn(page))
  await expect.poll(keptOn).toEqual(expect.arrayContaining(typed))
  if (await isShown()) await step.onward?.(page).click()
  else if (!(await isTaken())) await step.press(page)
  if (!isScripted) await waitForCode(page, { step, operator })
  await expect(step.next(page)).toBeVisible()
}

/**
 * Without script another code for a number may come only after a wait, and a press; after another wait, where other
 * visitors of the same network have asked for codes meanwhile.
 */
async function waitForCode(page: Page, { step, operator }: Pick<Loss, 'step' | 'operator'>): Promise<void> {
  const wait = page.locator('form[data-wait]')
  for (;;) {
    await expect(step.next(page).or(wait)).toBeVisible()
    if (!(await wait.isVisible())) return
    await operator.letPass(1)
    await page.reload()
    const send = page.getByRole('main').getByRole('button').first()
    if (!(await send.isVisible())) continue
    const asked = page.url()
    await send.click()
    await expect.poll(() => page.url()).not.toBe(asked)
  }
}

for (const isScripted of [true, false])
  test.describe(`over a link that breaks, ${isScripted ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled: isScripted })

    for (const fault of ['request', 'answer', 'captive'] as const)
      for (const [name, prepare] of Object.entries(journeys))
        test(`${name} keeps what was typed and happens once: ${fault} lost at each step`, {
          tag: '@verify',
        }, async ({ page, line, nextLine, operator, complaints }) => {
          complaints.expect(/ERR_|status of 4\d\d/)
          const journey: Journey = await prepare(line, nextLine())
          await journey.begin(page)
          for (const step of journey.steps) {
            if (step.isWithoutScript === true && isScripted) await step.fill?.(page)
            else await repeatStep(page, { fault, step, operator, isScripted })
          }
          await journey.end(page)
        })
  })

test.describe('while nothing answers', () => {
  for (const fault of ['request'] as const)
    test(`the page of a payment says so, and follows when the link is back: ${fault}`, {
      tag: '@verify',
    }, async ({ page, line, operator, complaints }) => {
      complaints.expect(/ERR_|Content Security Policy|^policy/)
      await orderAirtime(page, line, 670)
      await payOnHandset(page)
      const link = linkOf(operator)
      link.break(fault)
      await expect(page.getByRole('status').getByText('No answer from us right now')).toBeVisible()
      await approvePush(line)
      link.mend()
      await expectSuccess(page)
      await expectRecords(line, { taken: [670], delivered: [670] })
    })

  test('a number that is typed is taken without a check, and the form goes its way', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/ERR_/)
    await page.goto('/prepaid-recharge')
    await numberField(page).focus()
    await expect(continueButton(page)).toBeDisabled()
    linkOf(operator).break('answer', 'posts')
    await numberField(page).fill(line)
    await amountField(page).fill('680')
    await expect.poll(() => linkOf(operator).lost()).toBeGreaterThan(0)
    await expect(continueButton(page)).toBeEnabled()
    linkOf(operator).mend()
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Pay MWK 680')
  })

  test('a form is not sent without a connection, and nothing typed is lost', { tag: '@verify' }, async ({
    page,
    line,
    context,
  }) => {
    await page.goto('/prepaid-recharge')
    await numberField(page).fill(line)
    await amountField(page).fill('690')
    await expectReady(page)
    await context.setOffline(true)
    await continueButton(page).click()
    await expect(page.locator('.toast')).toContainText('No connection. What you typed is kept on this page.')
    await expect(amountField(page)).toHaveValue('690')
    await expect(continueButton(page)).toHaveText('Continue')
    await context.setOffline(false)
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Pay MWK 690')
  })
})
