import { PortalError } from '@nyanja/domain/errors'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import { callBack, orderSomething, pay, payInTwoCalls, sendOwed, take } from './customers.ts'
import { type ProviderName, providerNames } from './injected-faults.ts'
import { intrude, leave, reload, typePin } from './pin-visitors.ts'
import type { Entry } from './provider.ts'
import {
  agreeToAnything,
  askForGoods,
  askToMove,
  checkSoon,
  decideAboutGoods,
  decideOne,
  forgetOld,
  pressAnything,
  requestReturn,
  resolveOne,
  switchMethod,
} from './staff.ts'
import { queues, work } from './workers.ts'
import type { PinPage, World } from './world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const allMethods: readonly Method[] = ['card', 'nyanja_money', 'airtime', 'mpesa', 'nyanja_money_pin', 'smartcash']
const anyMethod = ({ chance }: World): Method => chance.pick(allMethods) ?? 'card'

/** The events, and their relative weights. */
const events: readonly (readonly [weight: number, happen: (world: World) => unknown])[] = [
  [4, (world) => orderSomething(world)],
  [14, (world) => withOrder(world, (order) => pay(world, order, anyMethod(world)))],
  [2, (world) => withOrder(world, (order) => payThreeTimes(world, order))],
  [3, (world) => withOrder(world, (order) => payInTwoCalls(world, order, anyMethod(world)))],
  [1, (world) => pester(world)],
  [12, (world) => withEntry(world, (name, entry) => take(world, name, entry))],
  [4, (world) => withEntry(world, (name, entry) => takeDuringCheck(world, name, entry))],
  [3, (world) => withEntry(world, (name, { id }) => world.providers[name].decline(id))],
  [4, (world) => sendOwed(world)],
  [3, (world) => withEntry(world, (name, { id }) => callBack(world, id, name))],
  [5, (world) => comeBack(world)],
  [9, (world) => withPinPage(world, (page) => typePin(world, page, 'right'))],
  [4, (world) => withPinPage(world, (page) => typePin(world, page, 'wrong'))],
  [3, (world) => withPinPage(world, (page) => typeTwice(world, page))],
  [2, (world) => withPinPage(world, (page) => typeDuringCheck(world, page))],
  [4, (world) => withPinPage(world, (page) => reload(world, page))],
  [3, (world) => withPinPage(world, (page) => leave(world, page))],
  [1, (world) => withPinPage(world, (page) => intrude(world, page))],
  [20, (world) => queues.forEach((queue) => void work(world, queue))],
  [8, (world) => world.pass(world.chance.below(5000))],
  [8, (world) => world.pass(world.chance.below(2 * minute))],
  [3, (world) => world.pass(world.chance.below(20 * minute))],
  [1, (world) => world.pass(world.chance.below(30 * hour))],
  [1, (world) => passDays(world)],
  [3, (world) => world.crash()],
  [3, (world) => resolveOne(world)],
  [2, (world) => resolveDuringWork(world)],
  [5, (world) => requestReturn(world)],
  [5, (world) => decideOne(world)],
  [1, (world) => decideTwice(world)],
  [8, (world) => askForGoods(world)],
  [8, (world) => decideAboutGoods(world)],
  [6, (world) => pressAnything(world)],
  [6, (world) => agreeToAnything(world)],
  [4, (world) => askToMove(world)],
  [1, (world) => checkSoon(world)],
  [1, (world) => switchMethod(world, anyMethod(world))],
  [1, forgetOld],
  [10, (world) => world.advance(world.chance.below(40))],
]
const allWeights = events.reduce((sum, [weight]) => sum + weight, 0)

export async function happenOnce(world: World, forgets: boolean): Promise<void> {
  let left = world.chance.below(allWeights)
  for (const [weight, happen] of events) {
    left -= weight
    if (left < 0) return void (forgets || happen !== forgetOld ? await happen(world) : undefined)
  }
}

function withOrder(world: World, act: (order: Order) => void): void {
  // Picks mostly the latest one, so that several events hit one order at the same time.
  const order = world.chance.happens(0.7) ? world.orders.at(-1) : world.chance.pick(world.orders)
  if (order !== undefined) act(order)
}

function withEntry(world: World, act: (name: ProviderName, entry: Entry) => unknown): unknown {
  const name = world.chance.pick(providerNames) ?? 'card'
  const all = [...world.providers[name].records.values()]
  // Picks mostly one that is not charged yet.
  const open = world.chance.happens(0.7) ? all.filter(({ taken }) => taken === undefined) : []
  const entry = world.chance.pick(open.length > 0 ? open : all)
  return entry === undefined ? undefined : act(name, entry)
}

function withPinPage(world: World, act: (page: PinPage) => unknown): unknown {
  const pages = [...world.pinPages.values()]
  const page = world.chance.happens(0.7) ? pages.at(-1) : world.chance.pick(pages)
  return page === undefined ? undefined : act(page)
}

/** Pays in two windows at once, or by pressing again; and one may be left while the other has its PIN. */
function typeTwice(world: World, page: PinPage): void {
  typePin(world, page, 'right')
  if (world.chance.happens(0.4)) leave(world, page)
  else typePin(world, page, world.chance.happens(0.5) ? 'right' : 'wrong')
}

/** The wallet is polled while a PIN is on its way, and another one is typed meanwhile. */
async function typeDuringCheck(world: World, page: PinPage): Promise<void> {
  const { wallet, entry } = page
  typePin(world, page, 'right')
  await world.advance(world.chance.below(15))
  if (entry !== undefined) callBack(world, entry.walletTransactionId.slice(2), wallet)
  await world.advance(world.chance.below(15))
  work(world, 'attempts')
  await world.pass(world.chance.below(minute / 2))
  await world.advance(world.chance.below(40))
  typePin(world, page, 'right')
}

function payThreeTimes(world: World, order: Order): void {
  const method = anyMethod(world)
  for (const one of [method, method, anyMethod(world)]) pay(world, order, one)
}

/** Prompts one handset repeatedly without an answer. */
async function pester(world: World): Promise<void> {
  for (let prompts = 0; prompts < 5; prompts += 1) pay(world, await orderSomething(world), 'nyanja_money', '999000009')
}

/** The money is charged while a worker polls, which may read that nothing has happened. */
async function takeDuringCheck(world: World, name: ProviderName, entry: Entry): Promise<void> {
  callBack(world, entry.id, name)
  await world.advance(world.chance.below(15))
  work(world, 'attempts')
  await world.advance(world.chance.below(15))
  take(world, name, entry)
  if (world.owed.has(entry.id)) callBack(world, entry.id, name)
}

/** A person decides while a worker processes the same payment. */
async function resolveDuringWork(world: World): Promise<void> {
  await world.pass(hour)
  for (const queue of queues) work(world, queue)
  await world.advance(world.chance.below(40))
  resolveOne(world)
}

/** Two people decide at once about what a third one requested. */
function decideTwice(world: World): void {
  decideOne(world)
  decideOne(world)
}

async function comeBack(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  if (attempt === undefined) return
  const { id, gateway, returnToken } = attempt
  const token = world.chance.happens(0.7) ? returnToken : undefined
  const gaveUp = world.chance.happens(0.3)
  world.report(`the visitor of ${id} is back${gaveUp ? ' and gave up' : ''}`)
  const isKnown = async () => (await world.attempts()).some((one) => one.id === id)
  world.begin('return', ({ progress }) =>
    unlessForgotten(progress.returned(id, { gateway, gaveUp, ...(token && { token }) }), isKnown),
  )
  world.begin('status', ({ progress }) => unlessForgotten(progress.payment(id), isKnown))
}

/** An unpaid order may be erased while its visitor opens it. */
async function unlessForgotten(opening: Promise<unknown>, isKnown: () => Promise<boolean>): Promise<void> {
  await opening.catch(async (error: unknown) => {
    if (!(error instanceof PortalError && error.code === 'not_found') || (await isKnown())) throw error
  })
}

/** No provider's callback takes days. */
async function passDays(world: World): Promise<void> {
  await world.finish()
  sendOwed(world)
  await world.finish()
  await world.pass(world.chance.below(10 * day))
}
