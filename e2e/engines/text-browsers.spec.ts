import { secureUrl } from '../addresses.ts'
import { addBilledLine, approvePush, expectRecords, readPaidBills, readSentCode, toAccount } from '../sandbox.ts'
import { lasting } from '../transcript.ts'
import { expect, test } from '../visitor.ts'
import { type TextVisit, textBrowsers } from './text-browser.ts'

// Secure cookies need TLS.
test.use({ hasFlakyLink: true })

interface Seat {
  readonly visit: TextVisit
  readonly line: string
  /** Waits for the page with this text, and notes what the screen shows. */
  readonly note: (text: string) => Promise<void>
}

async function payByMoney({ visit, note }: Seat, wallet: string): Promise<void> {
  await note('How do you want to pay?')
  await visit.press('Nyanja Money Approve')
  await note('Pay with Nyanja Money')
  await visit.fill('Nyanja Money number', wallet)
  await visit.press('Pay MWK')
  await note('Check your phone')
  await approvePush(wallet)
}

const journeys: Readonly<Record<string, (seat: Seat) => Promise<void>>> = {
  async airtime(seat) {
    const { visit, line, note } = seat
    await visit.open('/prepaid-recharge')
    await note('Phone number to top up')
    await visit.fill('Phone number to top up', line)
    await visit.fill('Airtime amount', '620')
    await visit.press('Continue')
    await payByMoney(seat, line)
    await expectRecords(line, { taken: [620], delivered: [620] })
    await visit.press('Check now')
    await note('Thank you')
  },
  async bill(seat) {
    const { visit, line, note } = seat
    const owing = await addBilledLine(18_250.75)
    await visit.open('/postpaid-bill-pay')
    await note('Phone number of the bill')
    await visit.fill('Phone number of the bill', owing)
    await visit.press('Continue')
    await note('Send a code to')
    await visit.press('Send a code to')
    await note('6-digit code')
    await visit.fill('6-digit code', await readSentCode(owing))
    await visit.press('Verify and go on')
    await note('18,250.75')
    await visit.press('Continue')
    await payByMoney(seat, line)
    await expect.poll(() => readPaidBills(toAccount(owing))).toEqual([18_250.75])
    await visit.press('Check now')
    await note('Thank you')
  },
  async help({ visit, note }) {
    await visit.open('/gethelp')
    await note('What is your question?')
    await visit.fill('For example', 'bundle did not come')
    await visit.press('Search')
    await note('You searched for')
    await visit.press('I paid for a bundle')
    await note('Did this help?')
  },
  async shop({ visit, note }) {
    await visit.open('/storeLocator')
    await note('Find a Nyanja shop in')
    await visit.fill('A town', 'Zomba')
    await visit.press('Search')
    await note('Directions')
  },
}

for (const browser of textBrowsers)
  test.describe(`${browser.name}, by keys`, { tag: '@verify' }, () => {
    test.skip(browser.missing.length > 0, `Missing Debian packages: ${browser.missing.join(', ')}`)
    for (const [name, travel] of Object.entries(journeys))
      test(`leads to the end, and reads as its transcript says: ${name}`, async ({ line }) => {
        const visit = await browser.start()
        const screens: string[] = []
        const note = async (text: string) => {
          screens.push(lasting(await visit.read(text)).replaceAll(secureUrl, '(portal)'))
        }
        try {
          await travel({ visit, line, note })
        } finally {
          await visit.close()
        }
        expect(`${screens.join('\n\n----\n\n')}\n`).toMatchSnapshot(`in-${browser.name}.${name}.txt`)
      })
  })
