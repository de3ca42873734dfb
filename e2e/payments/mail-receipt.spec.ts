import { readFile } from 'node:fs/promises'
import { expectMail, failNextDelivery, readMailFiles, readMails } from '../sandbox.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { emailField, expectStatus, expectSuccess, payButton } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a receipt by e-mail', () => {
  test('is sent once the airtime is delivered, and links to the payment', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    const address = `receipt-${line}@example.com`
    await orderAirtime(page, line, 820)
    await emailField(page).fill(address)
    await payButton(page).click()
    await payAtGateway(page)
    await expectSuccess(page)

    const text = await expectMail(address, /^Receipt: MWK.820/)
    expect(text).toContain('Thank you. MWK 820 airtime is on')
    expect(text).not.toContain(line)
    await page.goto(/http\S+/.exec(text)?.[0] ?? '')
    await expectSuccess(page)

    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Receipt [(]PDF, about \d+ KB[)]$/ }).click()
    const download = await started
    const name = download.suggestedFilename()
    expect(name).toMatch(/^receipt-NYA-[0-9A-Z]{4}-[0-9A-Z]{4}[.]pdf$/)
    expect(download.url()).not.toContain(line)
    const pdf = await readFile(await download.path())
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(pdf.length).toBeLessThan(60_000)
    // The mail brought the same file.
    expect((await readMailFiles(address))[name]?.equals(pdf)).toBe(true)
  })

  test('reports that a refund has begun, and that it is complete', { tag: '@verify' }, async ({ page, line }) => {
    const address = `refund-${line}@example.com`
    await failNextDelivery('topup')
    await orderAirtime(page, line, 830)
    await emailField(page).fill(address)
    await payButton(page).click()
    await payAtGateway(page)
    await expectStatus(page, 'Not successful', /back/)
    await expectMail(address, /is back,/)
    expect((await readMails(address)).map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Your MWK.830 is back, /),
      expect.stringMatching(/^Your MWK.830 is coming back, /),
    ])
  })
})
