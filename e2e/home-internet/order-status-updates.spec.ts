import { sandboxUrl } from '../addresses.ts'
import { readObjects, readText } from '../json.ts'
import { addFault, ask, expectSms, readSms } from '../sandbox.ts'
import { moveLead, type OrderedLead, orderInternet } from '../steps/leads.ts'
import { expect, test } from '../visitor.ts'

const listeners = async () =>
  readObjects(await ask('/__sim/bss/hub')).filter((one) => readText(one, 'callback').includes('/lead/v1/notify/'))

async function expectOneSubscription(): Promise<void> {
  await expect.poll(async () => (await listeners()).length, { intervals: [200] }).toBe(1)
}

/**
 * The portal polls the BSS about it once a day, and visits add no calls: until tomorrow only an event of the BSS brings
 * a change.
 */
async function waitForInternet(line: string): Promise<OrderedLead> {
  const lead = await orderInternet(line, 'Dedza')
  await expectSms(line, /not at your place yet/)
  return lead
}

test.describe('a customer who waits for internet at home', () => {
  test('sees each step of the operator at once, by SMS and on the page', { tag: '@verify' }, async ({ page, line }) => {
    await expectOneSubscription()
    const { reference, trackId } = await waitForInternet(line)
    await page.goto(`${sandboxUrl}/orders`)
    await page.getByRole('article').filter({ hasText: reference }).getByRole('button', { name: 'Checked' }).click()
    await expectSms(line, /your place is fine/)
    await page.goto(`/hbb-lead-status?lead=${trackId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is fine')
  })

  test('is notified once, though the BSS sends the event ten times', { tag: '@verify' }, async ({ line }) => {
    await waitForInternet(line)
    await addFault({ provider: 'bss', operation: 'event', kind: 'callback_duplicate', copies: 10, times: 1 })
    await moveLead(line, { status: 'inProgress' })
    await expectSms(line, /your place is fine/)
    await moveLead(line, { status: 'accepted' })
    await expectSms(line, /your internet is ready/)
    expect((await readSms(line)).filter((text) => /your place is fine/.test(text))).toHaveLength(1)
  })

  test('is notified later when the event is lost, since the portal polls too', { tag: '@verify' }, async ({
    line,
    operator,
  }) => {
    await waitForInternet(line)
    await addFault({ provider: 'bss', operation: 'event', kind: 'callback_drop', times: 1 })
    await moveLead(line, { status: 'inProgress' })
    await operator.letPass(25 * 60)
    await expectSms(line, /your place is fine/)
  })

  test('is notified by a BSS that was restarted and had lost the subscription', { tag: '@verify' }, async ({
    line,
    operator,
  }) => {
    await expectOneSubscription()
    await ask('/__sim/bss/hub/forget', 'POST')
    await operator.letPass(11)
    await expectOneSubscription()
    await waitForInternet(line)
    await moveLead(line, { status: 'inProgress' })
    await expectSms(line, /your place is fine/)
  })

  test('is notified once by a portal that was restarted', { tag: '@verify' }, async ({ line, operator }) => {
    await waitForInternet(line)
    await expectOneSubscription()
    await operator.killPortal()
    await operator.startPortal()
    await expectOneSubscription()
    await moveLead(line, { status: 'inProgress' })
    await expectSms(line, /your place is fine/)
    await expectOneSubscription()
  })
})
