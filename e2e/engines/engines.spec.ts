import { ports } from '../addresses.ts'
import { addBilledLine, approvePush, expectRecords, readPaidBills, readSentCode, toAccount } from '../sandbox.ts'
import { orderLink } from '../steps/home-internet.ts'
import { expect, test } from '../visitor.ts'
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import { type Visit, visitWith } from './visit.ts'
import { webkit } from './webkit.ts'

// Secure cookies need TLS, in WebKit on this machine's own name too.
test.use({ hasFlakyLink: true })

async function payByMoney(visit: Visit, wallet: string): Promise<void> {
  await visit.expectHeading('How do you want to pay?')
  await visit.press('Nyanja Money Approve')
  await visit.fill('Nyanja Money number', wallet)
  await visit.press('Pay MWK')
  await visit.expectHeading('Check your phone')
  await approvePush(wallet)
  // The page checks by itself: a script asks every second, without it the page reloads.
  await visit.expectHeading('Thank you')
}

const journeys: Readonly<Record<string, (visit: Visit, line: string) => Promise<void>>> = {
  async 'airtime is bought by mobile money'(visit, line) {
    await visit.open('/prepaid-recharge')
    await visit.fill('Phone number to top up', line)
    await visit.fill('Airtime amount', '620')
    await visit.press('Continue')
    await payByMoney(visit, line)
    await expectRecords(line, { taken: [620], delivered: [620] })
  },
  async 'a postpaid bill is shown and paid'(visit, line) {
    const owing = await addBilledLine(18_250.75)
    await visit.open('/postpaid-bill-pay')
    await visit.fill('Phone number of the bill', owing)
    await visit.press('Continue')
    await visit.press('Send a code to')
    await visit.fill('6-digit code', await readSentCode(owing))
    await visit.press('Verify and go on')
    await visit.expectText('MWK 18,250.75')
    await visit.press('Continue')
    await payByMoney(visit, line)
    expect(await readPaidBills(toAccount(owing))).toEqual([18_250.75])
  },
  async 'internet at home is ordered'(visit, line) {
    await visit.open('/home-internet')
    await visit.press('See the plans and order')
    await visit.press('Home 150GB')
    await visit.press('Continue')
    await visit.fill('Full name', 'Chisomo Banda')
    await visit.fill('Phone number', line)
    await visit.fill('E-mail', 'chisomo@example.com')
    await visit.choose('Town', 'Lilongwe')
    await visit.fill('Where to install it', 'Plot 12, Area 47')
    await visit.press('Nyanja may call me about this order')
    await visit.press('Continue')
    await visit.press('Call me for the way')
    await visit.expectHeading('Enter the code')
    await visit.fill('6-digit code', await readSentCode(line))
    await visit.press('Verify and go on')
    expect(await orderLink(line)).toContain('/hbb-lead')
  },
}

for (const engine of [chromium, firefox, webkit])
  for (const isScripted of [true, false])
    test.describe(`${engine.name} ${isScripted ? 'with' : 'without'} script`, { tag: '@verify' }, () => {
      test.skip(engine.missing.length > 0, `Missing Debian packages: ${engine.missing.join(', ')}`)
      for (const [title, travel] of Object.entries(journeys))
        test(title, async ({ line }) => {
          const started = await engine.start({ isScripted, port: ports.driver })
          try {
            await travel(visitWith(started), line)
          } finally {
            await started.close()
          }
        })
    })
