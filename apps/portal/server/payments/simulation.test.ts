import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/all.ts'
import { openDatabase } from '../db/open.ts'
import { audit } from '../db/payments/simulation/audit.ts'
import type { Entry } from '../db/payments/simulation/provider.ts'
import { type GatewayName, lanes, World } from '../db/payments/simulation/world.ts'

const minute = 60_000
const hour = 60 * minute

const seed = Number(import.meta.env.SIMULATION_SEED ?? 0)
const runs = seed === 0 ? Number(import.meta.env.SIMULATION_RUNS ?? 250) : 1
const operations = 80

const anyGateway = ({ chance }: World): GatewayName => (chance.happens(0.5) ? 'card' : 'wallet')

/** What happens, and how often beside the others. */
const happenings: readonly (readonly [weight: number, happen: (world: World) => unknown])[] = [
  [4, (world) => world.orderSomething()],
  [14, (world) => withOrder(world, (order) => world.pay(order))],
  [2, (world) => withOrder(world, (order) => [1, 2, 3].forEach(() => void world.pay(order)))],
  [3, (world) => withOrder(world, (order) => world.payInTwoCalls(order))],
  [12, (world) => withEntry(world, (name, entry) => world.take(name, entry))],
  [4, (world) => withEntry(world, (name, entry) => takeDuringCheck(world, name, entry))],
  [3, (world) => withEntry(world, (name, { id }) => world.providers[name].decline(id))],
  [4, (world) => [...world.owed].forEach(([id, name]) => void world.callBack(id, name))],
  [3, (world) => withEntry(world, (name, { id }) => world.callBack(id, name))],
  [5, (world) => comeBack(world)],
  [20, (world) => lanes.forEach((lane) => void world.work(lane))],
  [8, (world) => world.pass(world.chance.below(5000))],
  [8, (world) => world.pass(world.chance.below(2 * minute))],
  [3, (world) => world.pass(world.chance.below(20 * minute))],
  [1, (world) => world.pass(world.chance.below(30 * hour))],
  [3, (world) => world.crash()],
  [10, (world) => world.goOn(world.chance.below(40))],
]
const allWeights = happenings.reduce((sum, [weight]) => sum + weight, 0)

function withOrder(world: World, act: (order: World['orders'][number]) => void): void {
  // Mostly the latest one, so that what happens to one order happens at the same time.
  const order = world.chance.happens(0.7) ? world.orders.at(-1) : world.chance.pick(world.orders)
  if (order !== undefined) act(order)
}

function withEntry(world: World, act: (name: GatewayName, entry: Entry) => unknown): unknown {
  const name = anyGateway(world)
  const entry = world.someEntry(name)
  return entry === undefined ? undefined : act(name, entry)
}

/** The money is taken just while a worker is asking, which may hear that nothing has happened. */
async function takeDuringCheck(world: World, name: GatewayName, entry: Entry): Promise<void> {
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
  world.begin('return', ({ progress }) => progress.returned(id, { gateway, token, gaveUp }))
  world.begin('status', ({ progress }) => progress.payment(id))
}

async function happenOnce(world: World): Promise<void> {
  let left = world.chance.below(allWeights)
  for (const [weight, happen] of happenings) {
    left -= weight
    if (left < 0) return void (await happen(world))
  }
}

/** Nobody does anything any more and nothing fails: all that is due in a day is done, and by then a person knows of the rest. */
async function settleEverything(world: World): Promise<void> {
  world.mishaps.end()
  await world.finish()
  for (const [id, name] of world.owed) world.callBack(id, name)
  await world.finish()
  const end = world.now() + 26 * hour
  for (;;) {
    const due = await world.nextDue()
    if (due === undefined || due.at > end) return
    await world.pass(Math.max(0, due.at - world.now()))
    world.work(due.lane)
    await world.finish()
  }
}

async function simulate(number: number): Promise<string[]> {
  const database = openDatabase({ file: ':memory:' })
  try {
    await migrate(database, migrations)
    const world = new World(database, number)
    await world.orderSomething()
    for (let operation = 0; operation < operations; operation += 1) {
      await happenOnce(world)
      await world.goOn(world.chance.below(25))
    }
    await settleEverything(world)
    return await audit(world)
  } finally {
    await database.close()
  }
}

describe('whatever customers, providers, the BSS and crashes do', () => {
  it(`no money is lost, taken twice or given twice in ${runs} runs`, { timeout: 120_000 }, async () => {
    for (let run = 1; run <= runs; run += 1) {
      const number = seed === 0 ? run : seed
      const faults = await simulate(number)
      assert.deepEqual(faults, [], `replay with SIMULATION_SEED=${number}`)
    }
  })
})
