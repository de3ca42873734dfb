import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { approvePush } from '../sandbox.ts'
import { expectSuccess, payByMoney } from './pay.ts'
import { orderAirtime } from './recharge.ts'
export const nameField = (page: Page) => page.getByRole('textbox', { name: /^A name for/ })
export const savedNumber = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Numbers saved on this phone' }).getByRole('button', { name })

export async function saveAs(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name)
  await page.getByRole('button', { name: 'Save the number' }).click()
}

/** Up to the receipt of a delivered payment. */
export async function topUp(page: Page, line: string): Promise<void> {
  await orderAirtime(page, line, 300)
  await payByMoney(page)
  await approvePush(line)
  await expectSuccess(page)
}

/** The same without checking a screen; returns the address of the receipt. */
export async function topUpUnseen(request: APIRequestContext, line: string): Promise<string> {
  const order = await request.post('/prepaid-recharge', { form: { msisdn: line, amount: '300' }, maxRedirects: 0 })
  const id = new URL(order.headers().location ?? '', 'http://portal').searchParams.get('order')
  const paid = await request.post(`/payment/start/nyanja-money?order=${id}`, {
    form: { msisdn: line },
    maxRedirects: 0,
  })
  await approvePush(line)
  const receipt = paid.headers().location ?? ''
  await expect.poll(async () => (await (await request.get(receipt)).text()).includes('Thank you')).toBe(true)
  return receipt
}
