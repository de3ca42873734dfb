import type { Method } from '../../apps/portal/server/payments/attempt.ts'
import type { Order } from '../../apps/portal/server/payments/order.ts'
import { forgetOld, resolveOne, switchMethod } from './operators.ts'
import { type Entry, type ProviderName, providerNames } from './provider.ts'
import { lanes, type World } from './world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const allMethods: readonly Method[] = ['card', 'nyanja_money', 'airtime', 'mpesa']
const anyMethod = ({ chance }: World): Method => chance.pick(allMethods) ?? 'card'

/** What happens, and how often beside the others. */
const happenings: readonly (readonly [weight: number, happen: (world: World) => unknown])[] = [
  [4, (world) => world.orderSomething()],
  [14, (world) => withOrder(world, (order) => world.pay(order, anyMethod(world)))],
  [2, (world) => withOrder(world, (order) => payThreeTimes(world, order))],
  [3, (world) => withOrder(world, (order) => world.payInTwoCalls(order, anyMethod(world)))],
  [1, (world) => pester(world)],
  [12, (world) => withEntry(world, (name, entry) => world.take(name, entry))],
  [4, (world) => withEntry(world, (name, entry) => takeDuringCheck(world, name, entry))],
  [3, (world) => withEntry(world, (name, { id }) => world.providers[name].decline(id))],
  [4, (world) => sendOwed(world)],
  [3, (world) => withEntry(world, (name, { id }) => world.callBack(id, name))],
  [5, (world) => comeBack(world)],
  [20, (world) => lanes.forEach((lane) => void world.work(lane))],
  [8, (world) => world.pass(world.chance.below(5000))],
  [8, (world) => world.pass(world.chance.below(2 * minute))],
  [3, (world) => world.pass(world.chance.below(20 * minute))],
  [1, (world) => world.pass(world.chance.below(30 * hour))],
  [1, (world) => passDays(world)],
  [3, (world) => world.crash()],
  [3, (world) => resolveOne(world)],
  [1, (world) => switchMethod(world, anyMethod(world))],
  [1, forgetOld],
  [10, (world) => world.goOn(world.chance.below(40))],
]
const allWeights = happenings.reduce((sum, [weight]) => sum + weight, 0)

export async function happenOnce(world: World, forgets: boolean): Promise<void> {
  let left = world.chance.below(allWeights)
  for (const [weight, happen] of happenings) {
    left -= weight
    if (left < 0) return void (forgets || happen !== forgetOld ? await happen(world) : undefined)
  }
}

function withOrder(world: World, act: (order: Order) => void): void {
  // Mostly the latest one, so that what happens to one order happens at the same time.
  const order = world.chance.happens(0.7) ? world.orders.at(-1) : world.chance.pick(world.orders)
  if (order !== undefined) act(order)
}

function withEntry(world: World, act: (name: ProviderName, entry: Entry) => unknown): unknown {
  const name = world.chance.pick(providerNames) ?? 'card'
  const entry = world.someEntry(name)
  return entry === undefined ? undefined : act(name, entry)
}

function payThreeTimes(world: World, order: Order): void {
  const method = anyMethod(world)
  for (const one of [method, method, anyMethod(world)]) world.pay(order, one)
}

/** Somebody lets one handset ring again and again, and nobody picks up. */
async function pester(world: World): Promise<void> {
  for (let prompts = 0; prompts < 5; prompts += 1) world.pay(await world.orderSomething(), 'nyanja_money', '999000009')
}

export function sendOwed(world: World): void {
  for (const [id, name] of world.owed) world.callBack(id, name)
}

/** The money is taken just while a worker is asking, which may hear that nothing has happened. */
async function takeDuringCheck(world: World, name: ProviderName, entry: Entry): Promise<void> {
  world.callBack(entry.id, name)
  await world.goOn(world.chance.below(15))
  world.work('attempts')
  await world.goOn(world.chance.below(15))
  world.take(name, entry)
  if (world.owed.has(entry.id)) world.callBack(entry.id, name)
}

async function comeBack(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  if (attempt === undefined) return
  const { id, gateway, returnToken } = attempt
  const token = world.chance.happens(0.7) ? returnToken : undefined
  const gaveUp = world.chance.happens(0.3)
  world.tell(`the visitor of ${id} is back${gaveUp ? ' and gave up' : ''}`)
  world.begin('return', ({ progress }) => progress.returned(id, { gateway, gaveUp, ...(token && { token }) }))
  world.begin('status', ({ progress }) => progress.payment(id))
}

/** No provider's callback takes days. */
async function passDays(world: World): Promise<void> {
  await world.finish()
  sendOwed(world)
  await world.finish()
  await world.pass(world.chance.below(10 * day))
}
