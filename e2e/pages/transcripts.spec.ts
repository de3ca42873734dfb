import type { Page } from '@playwright/test'
import { addBilledLine, approvePush, readSentCode } from '../sandbox.ts'
import { expect, test } from '../visitor.ts'

/**
 * What a screen reader has to tell of each page of a journey: its tree of roles and names, and what was announced by
 * itself or took the focus. `npm run check -- --only playwright e2e/pages/transcripts.spec.ts -u` writes them again.
 */
interface Transcript {
  /** Once this is there, the page is complete. */
  read(page: Page, complete: string): Promise<void>
  text(): string
}

/** Runs in the page: remembers what its live regions say and where the focus goes. */
function listen(): void {
  const heard: string[] = []
  Object.assign(window, { heard })
  const note = (text: string) => text !== '' && heard.at(-1) !== text && heard.push(text)
  const textOf = (node: Node | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const regions = '[role=status], [role=alert], [aria-live]'
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(regions)
      if (region) note(`${region.getAttribute('role') ?? 'live'}: ${textOf(region)}`.replace(/^\w+: $/, ''))
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const name = target.getAttribute('aria-label') ?? document.querySelector(`label[for="${target.id}"]`)?.textContent
    note(`focus: ${textOf(target) || name || target.id}`)
  })
}

/** Of one run alone: numbers of lines, references, addresses, days and times. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/[A-Z]{2}-[0-9A-Z]{4}-[0-9A-Z]{4}/g, '(reference)'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '(id)'],
  [/\+?(265 )?\b9\d[ \u00a0]?(\d{3}|•••)[ \u00a0]?\d{3,4}\b/g, '(number)'],
  [/\b1000(\d{6}|••••\d{4})\b/g, '(account)'],
  [/\b\d{1,2}:\d\d\b/g, '(time)'],
  [/\b\p{L}{2,10},? \d{1,2} \p{L}{3,10}( 20\d\d)?/gu, '(day)'],
  [/\b\d{1,2} \p{L}{3,10} 20\d\d\b/gu, '(day)'],
  [/[\d.,]+ KB/g, '(size) KB'],
  [/MWK 0\.\d+/g, '(cost)'],
  [/\b\d+ (seconds|sekunde|minutes|dakika)\b/g, '(some) $1'],
]

const lasting = (text: string) => passing.reduce((left, [pattern, name]) => left.replace(pattern, name), text)

function newTranscript(): Transcript {
  const parts: string[] = []
  return {
    async read(page, complete) {
      await expect(page.locator(complete).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const tree = await page.locator('main').ariaSnapshot()
      const heard: unknown = await page.evaluate('heard')
      const lines = tree.split('\n').filter((line) => !line.trim().startsWith('- /url'))
      parts.push(
        [
          `## ${await page.title()}`,
          '',
          ...(Array.isArray(heard) && heard.length > 0
            ? ['Announced:', '', ...heard.map((one) => `- ${one}`), '']
            : []),
          '```yaml',
          ...lines,
          '```',
        ].join('\n'),
      )
    },
    text: () => `${lasting(parts.join('\n\n'))}\n`,
  }
}

const press = (page: Page, selector: string) => page.locator(selector).locator('visible=true').first().click()

async function payByMoney(page: Page, transcript: Transcript, wallet: string): Promise<void> {
  await transcript.read(page, 'a[href*="nyanja-money"]')
  await press(page, 'main a[href*="/nyanja-money"]')
  await transcript.read(page, '[aria-current=true][href*="/nyanja-money"]')
  await page.locator('main input[inputmode=tel], main input[type=tel]').first().fill(wallet)
  await press(page, 'main form button.button')
  await transcript.read(page, '#watch ~ *, main .status')
  await approvePush(wallet)
  await expect(page.locator('#watch')).toHaveCount(0)
  await transcript.read(page, '.reference')
}

const journeys: Readonly<
  Record<string, (page: Page, transcript: Transcript, options: { prefix: string; line: string }) => Promise<void>>
> = {
  async recharge(page, transcript, { prefix, line }) {
    await page.goto(`${prefix}/prepaid-recharge`)
    await transcript.read(page, '#msisdn')
    await page.locator('#msisdn').fill('999')
    await page.locator('#amount').fill('10')
    await page.locator('#amount').blur()
    await transcript.read(page, '.wrong')
    await page.locator('#msisdn').fill(line)
    await page.locator('#amount').fill('640')
    await transcript.read(page, '.order .button:enabled')
    await press(page, '.order .button')
    await payByMoney(page, transcript, line)
  },
  async bill(page, transcript, { prefix, line }) {
    const owing = await addBilledLine(12_300)
    await page.goto(`${prefix}/postpaid-bill-pay`)
    await transcript.read(page, '#msisdn')
    await page.locator('#msisdn').fill(owing)
    await press(page, 'main .button:enabled')
    await transcript.read(page, 'main .button')
    await press(page, 'main .button')
    const code = await readSentCode(owing)
    await transcript.read(page, '.code input')
    await page.locator('.code input').fill(code === '111111' ? '222222' : '111111')
    await press(page, '.step .button, main form .button')
    await transcript.read(page, '.wrong')
    await page.locator('.code input').fill(code)
    await press(page, '.step .button, main form .button')
    await transcript.read(page, '#amount')
    await press(page, 'main .button:enabled')
    await payByMoney(page, transcript, line)
  },
  async 'internet-at-home'(page, transcript, { prefix, line }) {
    await page.goto(`${prefix}/home-internet`)
    await transcript.read(page, 'main .button')
    await press(page, 'main .button')
    await transcript.read(page, '[type=radio]')
    await page.locator('main [type=radio]').first().check()
    await press(page, 'main .order .button')
    await transcript.read(page, 'main textarea, main [type=email]')
  },
}

test.describe('a screen reader is told', () => {
  for (const [name, travel] of Object.entries(journeys))
    for (const [language, prefix] of [
      ['en', ''],
      ['sw', '/sw'],
    ] as const)
      test(`the same of every page as the transcript says: ${name}, ${language}`, {
        tag: name === 'recharge' && language === 'sw' ? [] : '@verify',
      }, async ({ page, line, complaints }) => {
        complaints.expect(/status of 400/)
        await page.addInitScript(listen)
        const transcript = newTranscript()
        await travel(page, transcript, { prefix, line })
        expect(transcript.text()).toMatchSnapshot(`${name}.${language}.md`)
      })
})
