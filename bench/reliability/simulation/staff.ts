import type { Resolution } from '@nyanja/domain/payments/review-resolutions'
import type { Kept } from '@nyanja/server/operations/retention'
import type { HistoricAttempt } from '@nyanja/server/operations/reviews'
import type { Method } from '@nyanja/server/payments/attempt'
import { providerNames } from './injected-faults.ts'
import type { Entry } from './provider.ts'
import type { World } from './world.ts'

const day = 24 * 3_600_000

function entryOf(world: World, id: string): Entry | undefined {
  return providerNames.map((name) => world.providers[name].records.get(id)).find((entry) => entry !== undefined)
}

const isRightSum = ({ taken, requested }: Entry) => taken?.minor === requested.minor

/** The decision of a person with the provider's statement and access to the BSS. Undefined: wait. */
function decisionOn(world: World, { id, components }: HistoricAttempt): Resolution | undefined {
  if (components.refund === 'refunded' || components.delivery === 'delivered') return 'closed'
  if (components.refund === 'review') return 'refunded'
  return components.delivery === undefined ? decisionOnMoney(world, id, components.money) : decisionOnGift(world, id)
}

function decisionOnGift({ bss }: World, id: string): Resolution | undefined {
  const state = bss.records.get(id)?.state
  if (state === 'working') return undefined
  return state === 'given' ? 'delivered' : 'refund'
}

function decisionOnMoney(
  world: World,
  id: string,
  state: HistoricAttempt['components']['money'],
): Resolution | undefined {
  const entry = entryOf(world, id)
  if (entry?.taken !== undefined) return isRightSum(entry) && world.chance.happens(0.5) ? 'paid' : 'refund'
  if (entry !== undefined && world.now() < entry.closesAt) return undefined
  return state === 'refused' || state === 'expired' ? 'closed' : 'unpaid'
}

/** Refunds by hand, once, what the provider would not; and finally trusts a statement that shows no charge. */
function actOutside(entry: Entry | undefined, resolution: Resolution): void {
  if (entry === undefined) return
  if (resolution === 'refunded' && entry.givenBack === 0) entry.givenBack = 1
  if (resolution === 'unpaid' || resolution === 'closed') entry.mustCallBack = true
}

/** Staff take one payment off the review list. */
export function resolveOne(world: World): void {
  world.begin('resolve', async ({ reviews }) => {
    const item = world.chance.pick(await reviews.list())
    const history = item && (await reviews.show(item.reference))
    const attempt = history?.attempts.find(({ reference }) => reference === item?.reference)
    const resolution = attempt && decisionOn(world, attempt)
    if (attempt === undefined || resolution === undefined) return
    actOutside(entryOf(world, attempt.id), resolution)
    world.report(`staff resolve ${attempt.id} as ${resolution}`)
    await reviews.resolve(attempt.reference, { resolution, who: 'thoko', why: 'the statement' })
  })
}

export function switchMethod(world: World, method: Method): void {
  const isOn = world.chance.happens(0.7)
  world.report(`staff switch ${method} ${isOn ? 'on' : 'off'}`)
  const by = { who: 'thoko', reason: 'a drill' }
  world.begin('switch', ({ switches }) => (isOn ? switches.enable(method, by) : switches.disable(method, by)))
}

/** Sooner than the portal does, but later than any provider charges. */
const kept: Partial<Record<Kept, number>> = { unpaidOrders: day, personalData: 8 * day, payments: 9 * day }

export function forgetOld(world: World): void {
  world.report('retention runs')
  world.begin('forget', async ({ retention }) => {
    const before = world.now()
    await retention.unpaidOrders({ before: before - (kept.unpaidOrders ?? 0), limit: 3 })
    await retention.personalData({ before: before - (kept.personalData ?? 0), limit: 3 })
    await retention.payments({ before: before - (kept.payments ?? 0), limit: 3 })
  })
}
