import { expect, type Page } from '@playwright/test'
import { expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from './card-page.ts'
import { chooseMethod, payByCard } from './pay.ts'
import { orderAirtime } from './recharge.ts'
import { expectSuccess } from './status.ts'

/** How a handset is asked. */
interface Ring {
  /** As far as the message on the handset. */
  readonly pay: (page: Page) => Promise<void>
  /** As far as the press that would send it. */
  readonly press: (page: Page) => Promise<void>
}

/** After three messages that nobody answered the handset is left alone, and a card pays. */
export async function expectLeftAlone(page: Page, line: string, { pay, press }: Ring): Promise<void> {
  for (const amount of [730, 740, 750]) {
    await orderAirtime(page, line, amount)
    await pay(page)
  }
  await orderAirtime(page, line, 760)
  await press(page)
  await expect(page.getByRole('alert')).toContainText('Please wait 15 minutes, or pay another way.')
  await expectAccessible(page)
  await chooseMethod(page, 'Card with DPO Pay')
  await payByCard(page)
  await payAtGateway(page)
  await expectSuccess(page)
  await expectRecords(line, { taken: [760], delivered: [760] })
}
