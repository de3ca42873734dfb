import { expect } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'
import { readNumber, readObject, readObjects, readText } from './json.ts'

/** Calls the control API. */
export async function ask(path: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function promptsOn(msisdn: string): Promise<string[]> {
  return readObjects(await ask(`/__sim/money/prompts?msisdn=${msisdn}`)).map((prompt) => readText(prompt, 'id'))
}

export async function expectPrompts(msisdn: string, count: number): Promise<void> {
  await expect.poll(async () => (await promptsOn(msisdn)).length, { intervals: [100] }).toBe(count)
}

async function promptOn(msisdn: string): Promise<string> {
  await expectPrompts(msisdn, 1)
  const [prompt] = await promptsOn(msisdn)
  if (prompt === undefined) throw new Error(`No prompt on ${msisdn}`)
  return prompt
}

export async function approvePush(msisdn: string): Promise<void> {
  await ask(`/__sim/money/prompts/${await promptOn(msisdn)}/approve`, 'POST', { pin: '1234' })
}

export async function refusePush(msisdn: string): Promise<void> {
  await ask(`/__sim/money/prompts/${await promptOn(msisdn)}/refuse`, 'POST')
}

async function callbacksOf(provider: Fault['provider']): Promise<number> {
  const tries = readObjects(await ask('/__sim/callbacks'))
  return tries.filter((one) => readText(one, 'provider') === provider && readNumber(one, 'status') < 300).length
}

/** Waits until the portal has received the callback about what is done. */
export async function untilReported(provider: Fault['provider'], act: () => Promise<void>): Promise<void> {
  const before = await callbacksOf(provider)
  await act()
  await expect.poll(() => callbacksOf(provider), { intervals: [100] }).toBeGreaterThan(before)
}

interface Fault {
  readonly provider:
    | 'dpo'
    | 'paystack'
    | 'tingg'
    | 'uba'
    | 'paychangu'
    | 'money'
    | 'wallet'
    | 'bss'
    | 'smsc'
    | 'bank'
    | 'rates'
    | 'cms'
    | 'photon'
  readonly operation?: string
  readonly kind: string
  readonly times?: number
  readonly delayMs?: number
  readonly copies?: number
}

export async function addFault(fault: Fault): Promise<void> {
  await ask('/__sim/faults', 'POST', fault)
}

export async function clearFaults(): Promise<void> {
  await ask('/__sim/faults', 'DELETE')
}

interface Records {
  /** The amounts in whole kwacha, less refunds. */
  readonly taken: readonly number[]
  /** What the line got: kwacha of airtime, or the code of a bundle. */
  readonly delivered: readonly (number | string)[]
}

/** Returns what the providers recorded as charged for a line, and the BSS as delivered to it. */
export async function readRecords(msisdn: string): Promise<Records> {
  const { captures, deliveries } = readObject(await ask('/__sim/books'))
  const taken = readObjects(captures)
    .filter((capture) => readText(capture, 'payer').includes(msisdn))
    .map((capture) => (readNumber(capture, 'amountMinor') - readNumber(capture, 'refundedMinor')) / 100)
  const delivered = readObjects(deliveries)
    .filter((delivery) => readText(delivery, 'msisdn') === msisdn)
    .map((delivery) => readText(delivery, 'productCode') || readNumber(delivery, 'amountMinor') / 100)
  return { taken, delivered }
}

export async function expectRecords(msisdn: string, records: Records): Promise<void> {
  await expect.poll(() => readRecords(msisdn), { intervals: [100] }).toEqual(records)
}

export async function readSms(msisdn: string): Promise<string[]> {
  return readObjects(await ask(`/__sim/sms?msisdn=${msisdn}`)).map((sms) => readText(sms, 'text'))
}

export async function expectSms(msisdn: string, pattern: RegExp): Promise<string> {
  await expect.poll(async () => (await readSms(msisdn))[0] ?? '', { intervals: [100] }).toMatch(pattern)
  return (await readSms(msisdn))[0] ?? ''
}

export async function readMails(address: string): Promise<{ readonly subject: string; readonly text: string }[]> {
  const mails = readObjects(await ask(`/__sim/mail?to=${encodeURIComponent(address)}`))
  return mails.map((mail) => ({ subject: readText(mail, 'subject'), text: readText(mail, 'text') }))
}

/** Returns the files of the newest mail, by name. */
export async function readMailFiles(address: string): Promise<Readonly<Record<string, Buffer>>> {
  const [mail = {}] = readObjects(await ask(`/__sim/mail?to=${encodeURIComponent(address)}`))
  const files = readObjects(mail.files).map((file) => [readText(file, 'name'), readText(file, 'base64')] as const)
  return Object.fromEntries(files.map(([name, base64]) => [name, Buffer.from(base64, 'base64')]))
}

/** Returns the text of the newest mail, once its subject matches. */
export async function expectMail(address: string, subject: RegExp): Promise<string> {
  await expect.poll(async () => (await readMails(address))[0]?.subject ?? '', { intervals: [100] }).toMatch(subject)
  return (await readMails(address))[0]?.text ?? ''
}

/** The time is longer than any test. */
const usualPromptMs = { money: 600_000, mpesa: 90_000 } as const

/** Sets how long prompts wait for their PIN; it is the default when no time is given. */
export async function setPromptTimeout(promptMs?: number): Promise<void> {
  for (const [party, usualMs] of Object.entries(usualPromptMs)) {
    await ask(`/__sim/${party}/settings`, 'POST', { promptMs: promptMs ?? usualMs })
  }
}

/** The BSS accepts the next top-ups, and finishes none of them until `finishTopups`. */
export async function holdTopups(times: number): Promise<void> {
  await ask('/__sim/bss/outcomes', 'POST', { operation: 'topup', outcome: 'hold', times })
}

export async function expectHeld(count: number): Promise<void> {
  const held = async () => readObjects(readObject(await ask('/__sim/bss/outcomes')).held).length
  await expect.poll(held, { intervals: [100] }).toBe(count)
}

/** The provider does it without a message to the portal, until faults are cleared. */
export async function finishTopups(): Promise<void> {
  await addFault({ provider: 'bss', kind: 'callback_drop', times: 1_000 })
  await ask('/__sim/bss/outcomes/release', 'POST', { operation: 'topup' })
}

/** Sets whether the wallet refuses to give money back. */
export async function refuseRefunds(isRefused: boolean): Promise<void> {
  await ask('/__sim/money/settings', 'POST', { refunds: isRefused ? 'refused' : 'done' })
}

/** The BSS accepts the next one and then reports that it failed. */
export async function failNextDelivery(operation: 'topup' | 'order'): Promise<void> {
  await failNext(operation)
}

export async function refuseNextDebit(): Promise<void> {
  await failNext('adjust')
}

async function failNext(operation: 'topup' | 'order' | 'adjust'): Promise<void> {
  await ask('/__sim/bss/outcomes', 'POST', { operation, outcome: 'failed', times: 1 })
}

/** Sets a wallet's balance, in whole kwacha. */
export async function fillWallet(msisdn: string, kwacha: number): Promise<void> {
  await ask(`/__sim/money/wallets/${msisdn}`, 'POST', { balanceMinor: kwacha * 100 })
}

/** Sets a line's airtime, in whole kwacha. */
export async function giveAirtime(msisdn: string, kwacha: number): Promise<void> {
  await ask(`/__sim/bss/lines/${msisdn}`, 'POST', { balance: kwacha })
}

/** Returns the newest code that was sent to a number, once that many were sent. */
export async function readSentCode(msisdn: string, count = 1): Promise<string> {
  const codes = async () =>
    (await readSms(msisdn)).flatMap((text) => /^(\d{6}) is your (?:\w+ )*code/.exec(text)?.[1] ?? [])
  await expect.poll(async () => (await codes()).length, { intervals: [100] }).toBe(count)
  return (await codes())[0] ?? ''
}

interface WalletChanges {
  readonly pin?: string
  readonly balanceMinor?: number
}

/** A wallet with a PIN that is typed on the portal's page. */
export async function changeWallet(brand: string, msisdn: string, changes: WalletChanges): Promise<void> {
  await ask(`/__sim/wallet/wallets/${brand}/${msisdn}`, 'POST', changes)
}

/** PINs that are encrypted with the previous key are no longer valid. */
export async function rotateWalletKeys(): Promise<void> {
  await ask('/__sim/wallet/keys/rotate', 'POST')
}

/** Returns what billing has booked on an account, in kwacha. */
export async function readPaidBills(account: string): Promise<number[]> {
  const { deliveries } = readObject(await ask('/__sim/books'))
  return readObjects(deliveries)
    .filter((delivery) => readText(delivery, 'account') === account)
    .map((delivery) => readNumber(delivery, 'amountMinor') / 100)
}

let lastBilled = 999_009_999

/** Adds a line of this test alone that gets bills. Its account is `1000` and the last six digits. */
export async function addBilledLine(outstanding: number, type: 'POSTPAID' | 'HYBRID' = 'POSTPAID'): Promise<string> {
  lastBilled += 1
  await ask('/__sim/bss/lines', 'POST', { msisdn: String(lastBilled), type, outstanding })
  return String(lastBilled)
}

export const toAccount = (billed: string) => `1000${billed.slice(-6)}`

interface NewAccount {
  readonly id: string
  /** Returns the line's own number, without the country code. */
  readonly line: string
  readonly bills: readonly { readonly amount: number; readonly paid?: number; readonly dueInDays: number }[]
  readonly email?: string
  readonly phone?: string
}

/** Adds a fixed account with its bills, in kwacha. */
export async function makeAccount(account: NewAccount): Promise<void> {
  await ask('/__sim/bss/accounts', 'POST', account)
}

interface BilledBill {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly remaining: number
}

/** Reads the bills as billing has them, in the order in which they were made. */
export async function readBills(account: string): Promise<BilledBill[]> {
  const { bills } = readObject(await ask(`/__sim/bss/accounts/${account}`))
  return readObjects(bills).map((bill) => ({
    id: readText(bill, 'id'),
    number: readText(bill, 'number'),
    state: readText(bill, 'state'),
    remaining: readNumber(bill, 'remaining'),
  }))
}

/** Another payer pays a bill at a shop. */
export async function payAtShop(account: string, { id, remaining }: BilledBill): Promise<void> {
  const amount = { unit: 'MWK', value: remaining }
  await ask('/bss/payment/v4/payment', 'POST', {
    correlatorId: `shop-${id}`,
    account: { id: account, '@referredType': 'BillingAccount' },
    paymentMethod: { name: 'SHOP' },
    totalAmount: amount,
    amount,
    paymentItem: [{ id: '1', amount, item: { id, '@referredType': 'CustomerBill' } }],
  })
}

let lastRouter = 999_069_999

interface Router {
  readonly type?: 'PREPAID' | 'POSTPAID'
  /** Sets the account contact, which is the line itself where none is named. */
  readonly contact?: string
}

/** Adds a router of this test alone. */
export async function addRouter({ type = 'PREPAID', contact }: Router = {}): Promise<string> {
  lastRouter += 1
  const msisdn = String(lastRouter)
  await ask('/__sim/bss/lines', 'POST', { msisdn, type, service: 'HBB', ...(contact !== undefined && { contact }) })
  return msisdn
}

interface Used {
  readonly code: string
  readonly boughtHoursAgo?: number
  /** The rest of its volume, 0 to 1. */
  readonly left?: number
}

/** Adds a bundle that a line has had for a while. */
export async function giveBundle(msisdn: string, used: Used): Promise<void> {
  await ask(`/__sim/bss/lines/${msisdn}/bundles`, 'POST', used)
}

/** Returns the codes of all bundles that a line has at the BSS. */
export async function expectBundles(msisdn: string, codes: readonly string[]): Promise<void> {
  const found = async () =>
    readObjects(readObject(await ask(`/__sim/bss/lines/${msisdn}`)).bundles).map((bundle) =>
      readText(bundle, 'productCode'),
    )
  await expect.poll(found, { intervals: [100] }).toEqual(codes)
}

/** An editor of the operator's CMS publishes a package, valid or not; without texts it is removed. */
export async function publish(pageUrl: string, texts?: object): Promise<void> {
  if (texts === undefined) await ask(`/__sim/cms/packages?pageUrl=${pageUrl}`, 'DELETE')
  else await ask('/__sim/cms/packages', 'POST', { pageUrl, texts })
}
