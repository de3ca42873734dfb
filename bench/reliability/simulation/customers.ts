import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { createQuote, type Quote } from '@nyanja/domain/money/exchange'
import { type Money, money } from '@nyanja/domain/money/money'
import { type OrderItem, sumOf } from '@nyanja/domain/payments/order-items'
import { createStores } from '@nyanja/server/db/payments/test-core'
import type { Method } from '@nyanja/server/payments/attempt'
import { type Choice, isPlaced, type Order } from '@nyanja/server/payments/orders'
import type { Payer } from '@nyanja/server/payments/payments'
import { giftMessageFor } from './audit-messages.ts'
import { isPinMethod, type ProviderName } from './injected-faults.ts'
import { openPinPage, showPinPage } from './pin-visitors.ts'
import type { Entry } from './provider.ts'
import type { World } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute

export const wallets = ['999000001', '999000002', '999000003', '999000004']
const lines = ['999000005', '999000006']
/** No provider charges a payment that it closed this long ago. */
const latestCaptureMs = 7 * day

export async function orderSomething(world: World): Promise<Order> {
  const { chance } = world
  const amount = money('MWK', 10_000 * (1 + chance.below(50)))
  if (chance.happens(0.15)) return placeOrder(world, severalFor(world))
  if (chance.happens(0.15)) return placeOrder(world, planFor(amount, chance.below(1 + world.orders.length)))
  return placeOrder(world, chance.happens(0.3) ? bundleFor(amount) : { kind: 'airtime', amount })
}

export async function placeOrder(world: World, choice: Choice): Promise<Order> {
  const createdAt = world.now()
  const placed: Order = {
    id: world.newId(),
    channel: 'web',
    language: 'en',
    msisdn: choice.kind === 'several' ? '' : (world.chance.pick(lines) ?? ''),
    lineType: 'PREPAID',
    redirectPage: '/',
    choice,
    createdAt,
    expiresAt: createdAt + 60 * minute,
  }
  const order = { ...placed, ...giftMessageFor(placed, world) }
  await createStores(world.database, world.now).orders.add(order)
  world.orders.push(order)
  world.report(`order ${order.id}: ${choice.kind} for ${choice.amount.minor}`)
  return order
}

function bundleFor(price: Money): Choice {
  const bundle: Bundle = {
    productCode: 'B1',
    name: 'Day',
    description: '',
    category: 'data',
    lineType: 'PREPAID',
    validity: { amount: 1, unit: 'day' },
    price,
  }
  return { kind: 'bundle', amount: price, bundle }
}

/** Some of its numbers may be the same: one person can get a bundle and airtime. */
function severalFor({ chance }: World): Choice {
  const items = Array.from({ length: 1 + chance.below(4) }, (): OrderItem => {
    const amount = money('MWK', 10_000 * (1 + chance.below(20)))
    const bought = chance.happens(0.3) ? bundleFor(amount) : undefined
    const bundle = bought?.kind === 'bundle' ? { bundle: bought.bundle } : {}
    return { msisdn: chance.pick(lines) ?? '', amount, ...bundle }
  })
  return { kind: 'several', amount: sumOf(items), items }
}

/** Two orders for the same lead are deliberate: a household returns, or another person pays for it. */
function planFor(amount: Money, lead: number): Choice {
  return { kind: 'plan', amount, plan: { code: 'HBB-150', description: 'Home', leadReference: `HB-${lead >> 1}` } }
}

export function pay(world: World, order: Order, method: Method, payerMsisdn?: string): void {
  if (isPinMethod(method)) {
    openPinPage(world, order, method, { ...quoteFor(world, order), ...(payerMsisdn && { payerMsisdn }) })
    return
  }
  world.report(`pay order ${order.id} by ${method}`)
  const payer = somePayer(world, order, method, payerMsisdn)
  world.begin('pay', ({ payments }) => payments.pay(order, payer))
}

/** Pays as channels do: registered first, then processed by a separate call. */
export function payInTwoCalls(world: World, order: Order, method: Method): void {
  world.report(`pay order ${order.id} in two calls by ${method}`)
  const payer = somePayer(world, order, method)
  if (isPinMethod(method) && payer.proof !== undefined) {
    const { proof, quote } = payer
    showPinPage(world, order, method, { proof, ...(quote && { quote }) })
  }
  world.begin('initiate', async ({ payments }) => {
    const begun = await payments.initiate(order, payer)
    if ('attempt' in begun && isPlaced(order)) await payments.process(order, begun.attempt)
  })
}

/** The price of one whole unit in the other currency: some visitors pay in it, at the current rate. */
export const rates = [3, 5] as const

function quoteFor(world: World, { choice }: Order): Pick<Payer, 'quote'> {
  return choice !== undefined && world.chance.happens(0.25) ? { quote: quoteOf(world, choice.amount) } : {}
}

function quoteOf({ chance, now }: World, amount: Money): Quote {
  return createQuote(amount, { one: amount.currency, costs: money('USD', chance.pick(rates) ?? 3) }, now())
}

/** Pays by a wallet with the PIN on the portal's page, with a separate code for that amount. */
export function payByPinInAnotherCurrency(world: World, order: Order, method: Method): void {
  if (isPinMethod(method) && order.choice !== undefined)
    openPinPage(world, order, method, { quote: quoteOf(world, order.choice.amount) })
}

function somePayer(world: World, order: Order, method: Method, payerMsisdn = world.chance.pick(wallets) ?? ''): Payer {
  const { chance, proofs, consents } = world
  const payer = { method, payerMsisdn }
  if (method !== 'airtime') {
    const quoted = { ...payer, ...quoteFor(world, order) }
    return isPinMethod(method) ? { ...quoted, proof: consents.give({ ...quoted, msisdn: payerMsisdn, order }) } : quoted
  }
  return chance.happens(0.2) ? payer : { ...payer, proof: proofs.give(payerMsisdn, order.id) }
}

/** The customer approves; the provider's callback may be lost where polling must find the money. */
export function take(world: World, name: ProviderName, entry: Entry): void {
  const now = world.now()
  if (now > entry.closesAt + latestCaptureMs || !world.providers[name].take(entry.id)) return
  world.report(`${name} takes the money for ${entry.id}`)
  const isBehindUs = now >= entry.closesAt && (entry.wasEnded || now > entry.closesAt + 2 * day)
  if (entry.mustCallBack || isBehindUs || world.chance.happens(0.5)) world.owed.set(entry.id, name)
}

export function callBack(world: World, id: string, name: ProviderName): void {
  world.report(`${name} calls back about ${id}`)
  const stateNow = () => world.providers[name].records.get(id)?.state
  const state = stateNow()
  // The same bytes are repeated only for the same status.
  const bodyHash = `${id} ${state} ${world.chance.below(2)}`
  world.begin('callback', async ({ progress }) => {
    // An answer to an old status does not acknowledge a later one.
    if ((await progress.hinted(name, id, bodyHash)) && stateNow() === state) world.owed.delete(id)
  })
}

export function sendOwed(world: World): void {
  for (const [id, name] of world.owed) callBack(world, id, name)
}
