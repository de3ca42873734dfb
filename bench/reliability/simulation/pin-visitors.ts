import { isPlaced, type Order } from '@nyanja/server/payments/orders'
import type { Payer } from '@nyanja/server/payments/payments'
import type { PinBegin } from '@nyanja/server/payments/pin/pin-payments'
import { type PinMethod, walletOf } from './injected-faults.ts'
import type { Digits } from './pin-wallet-simulator.ts'
import type { PortalProcess } from './portal-process.ts'
import type { PinPage, World } from './world.ts'

const holders = ['999000001', '999000002', '999000003', '999000004']
const stranger = '999000009'

/** The holder has typed his code; the wallet is asked for a key. */
export function openPinPage(
  world: World,
  order: Order,
  method: PinMethod,
  { payerMsisdn, quote }: Pick<Payer, 'payerMsisdn' | 'quote'>,
): void {
  const own = holders[Number(order.id) % holders.length] ?? ''
  const msisdn = payerMsisdn ?? (world.chance.happens(0.2) ? world.chance.pick(holders) : undefined) ?? own
  world.report(`pay order ${order.id} by ${method} of ${msisdn}`)
  const proof = world.consents.give({ method, msisdn, order, ...(quote && { quote }) })
  const page = showPinPage(world, order, method, { proof, ...(quote && { quote }) })
  if (page !== undefined) askForKey(world, page)
}

/** A page without a key so far. */
export function showPinPage(
  world: World,
  order: Order,
  method: PinMethod,
  agreed: Pick<PinPage, 'proof' | 'quote'>,
): PinPage | undefined {
  if (!isPlaced(order)) return undefined
  const page: PinPage = { order, wallet: walletOf[method], ...agreed }
  world.pinPages.set(order.id, page)
  return page
}

function askForKey(world: World, page: PinPage): void {
  world.begin('begin by PIN', (process) => beginAt(page, process))
}

async function beginAt(page: PinPage, { pinPayments }: PortalProcess): Promise<void> {
  const { order, proof, quote } = page
  show(page, await pinPayments.begin(order, proof, quote && { quote }))
}

function show(page: PinPage, result: PinBegin): void {
  if ('entry' in result) page.entry = result.entry
}

/** Finds the payment that the page of the order is about; it is undefined when it is no longer a page for a PIN. */
async function loaded({ order }: PinPage, { progress }: PortalProcess) {
  const { page, attempt } = await progress.pageOf(order, 'pin')
  return page === 'pin' ? attempt : undefined
}

/** The JSON API needs no page, so a PIN may arrive in any state of the payment. */
async function typedFor(world: World, page: PinPage, process: PortalProcess) {
  const isByApi = world.chance.happens(0.3)
  return isByApi ? (await process.progress.pageOf(page.order, 'status')).attempt : loaded(page, process)
}

export function typePin(world: World, page: PinPage, digits: Digits): void {
  const { order, wallet, proof, entry } = page
  if (entry === undefined) return
  const pin = { keyId: entry.keyId, sealed: world.wallets[wallet].seal(entry, digits) }
  world.report(`a ${digits} PIN for order ${order.id}: ${pin.sealed}`)
  world.begin('type', async (process) => {
    const attempt = await typedFor(world, page, process)
    if (attempt !== undefined) show(page, await process.pinPayments.submit(order, attempt, proof, pin))
  })
}

/** Reloads the page, and requests another key where there is none. */
export function reload(world: World, page: PinPage): void {
  const { order, proof } = page
  world.report(`the PIN page of order ${order.id} is loaded again`)
  world.begin('reload', async (process) => {
    const attempt = await loaded(page, process)
    if (attempt === undefined) return
    const reading = await process.pinPayments.entryOf(attempt, proof)
    if (reading.outcome === 'entry') page.entry = reading.entry
    else await beginAt(page, process)
  })
}

export function leave(world: World, page: PinPage): void {
  world.report(`the visitor of order ${page.order.id} leaves before a PIN`)
  world.begin('leave', async (process) => {
    const attempt = await loaded(page, process)
    if (attempt === undefined || (await process.pinPayments.cancel(attempt)) || attempt.state !== 'created') return
    const still = await loaded(page, process)
    if (still?.id === attempt.id && still.state === 'created')
      world.failures.push(`${attempt.id}: its page cannot be left`)
  })
}

/** A holder who consented for his own wallet tries the token on a payment from another. */
export function intrude(world: World, page: PinPage): void {
  const { order, wallet, quote, entry } = page
  if (entry === undefined) return
  const method = wallet === 'smartcash' ? 'smartcash' : 'nyanja_money_pin'
  const proof = world.consents.give({ method, msisdn: stranger, order, ...(quote && { quote }) })
  const pin = { keyId: entry.keyId, sealed: world.wallets[wallet].seal(entry, 'wrong') }
  world.report(`a stranger types a PIN for order ${order.id}`)
  world.begin('intrude', async (process) => {
    const attempt = await typedFor(world, page, process)
    if (attempt !== undefined) await process.pinPayments.submit(order, attempt, proof, pin)
  })
}
