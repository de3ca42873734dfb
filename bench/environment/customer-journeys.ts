import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from './api-client.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { Visitor } from './visitor.ts'

/** A demo line that is recharged by its own wallet. */
const msisdn = '999000101'
const router = '999000072'
const settleTimeoutMs = 30_000

export interface OwnOrder {
  readonly rechargePath: string
  readonly paymentPath: string
}

/** Types a number and then an amount, as a visitor without script does. */
export async function makeOrder(visitor: Visitor): Promise<OwnOrder> {
  const rechargePath = await visitor.post('/prepaid-recharge', { msisdn })
  const paymentPath = await visitor.post('/prepaid-recharge', { msisdn, amount: '500' })
  return { rechargePath: rechargePath.replace(/#.*/, ''), paymentPath }
}

/** Types an account of so many open invoices, and answers the address of its list. */
export async function askForInvoices(visitor: Visitor, sandbox: SandboxControl, count: number): Promise<string> {
  const account = `E${String(Date.now()).slice(-10)}`
  await sandbox.makeAccount(account, count)
  return visitor.post('/orp/fixed-internet', { account, email: 'bench@example.com' })
}

/** Types the number of a router, for which so many more bundles are sold, and answers the address of its list. */
export async function askForBundles(visitor: Visitor, sandbox: SandboxControl, count: number): Promise<string> {
  await sandbox.offerBundles('HBB', count)
  return visitor.post('/data-bundle', { msisdn: router })
}

/** Pays by push through the JSON API, and answers the id of the delivered payment. */
export async function payOnce(origin: string, sandbox: SandboxControl): Promise<string> {
  await sandbox.approvePrompts(0)
  const client = new ApiClient(origin)
  const purchase = { msisdn, amount: 500, mode: 'NYANJA_MONEY_PUSH', idempotencyKey: crypto.randomUUID() } as const
  const { transactionId, status, message } = await client.initiate(purchase)
  if (transactionId === undefined) throw new Error(`The payment was not begun: HTTP ${status} ${message}`)
  await client.process(transactionId, purchase.mode)
  const giveUpAt = Date.now() + settleTimeoutMs
  while ((await client.status(transactionId)).transactionStatus !== 'SUCCESS') {
    if (Date.now() > giveUpAt) throw new Error(`The payment ${transactionId} did not succeed`)
    await sleep(100)
  }
  return transactionId
}
