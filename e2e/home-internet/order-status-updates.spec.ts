import { sandboxUrl } from '../addresses.ts'
import { objectsIn, textIn } from '../json.ts'
import { addFault, ask, expectSms, smsTo } from '../sandbox.ts'
import { moveLead, type OrderedLead, orderInternet } from '../steps/leads.ts'
import { expect, test } from '../visitor.ts'

const listeners = async () =>
  objectsIn(await ask('/__sim/bss/hub')).filter((one) => textIn(one, 'callback').includes('/lead/v1/notify/'))

async function expectOneSubscription(): Promise<void> {
  await expect.poll(async () => (await listeners()).length, { intervals: [200] }).toBe(1)
}

/** The BSS is asked about it once a day, and no look makes that more: until tomorrow it has to say so itself. */
async function waitForInternet(line: string): Promise<OrderedLead> {
  const lead = await orderInternet(line, 'Dedza')
  await expectSms(line, /not at your place yet/)
  return lead
}

test.describe('whoever waits for internet at home', () => {
  test('hears at once what the operator’s people do, by SMS and on the page', async ({ page, line }) => {
    await expectOneSubscription()
    const { reference, trackId } = await waitForInternet(line)
    await page.goto(`${sandboxUrl}/orders`)
    await page.getByRole('article').filter({ hasText: reference }).getByRole('button', { name: 'Checked' }).click()
    await expectSms(line, /your place is fine/)
    await page.goto(`/hbb-lead-status?lead=${trackId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is fine')
  })

  test('is told once, though the BSS says it ten times', { tag: '@verify' }, async ({ line }) => {
    await waitForInternet(line)
    await addFault({ provider: 'bss', operation: 'event', kind: 'callback_duplicate', copies: 10, times: 1 })
    await moveLead(line, { status: 'inProgress' })
    await expectSms(line, /your place is fine/)
    await moveLead(line, { status: 'accepted' })
    await expectSms(line, /your internet is ready/)
    expect((await smsTo(line)).filter((text) => /your place is fine/.test(text))).toHaveLength(1)
  })

  test('hears it later when the call is lost, since the portal asks too', { tag: '@verify' }, async ({
    line,
    operator,
  }) => {
    await waitForInternet(line)
    await addFault({ provider: 'bss', operation: 'event', kind: 'callback_drop', times: 1 })
    await moveLead(line, { status: 'inProgress' })
    await operator.letPass(25 * 60)
    await expectSms(line, /your place is fine/)
  })

  test('hears it from a BSS that was started again and had forgotten us', { tag: '@verify' }, async ({
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

  test('hears it once from a portal that was started again', { tag: '@verify' }, async ({ line, operator }) => {
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
