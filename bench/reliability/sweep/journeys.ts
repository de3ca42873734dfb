import { money } from '@nyanja/domain/money/money'
import { sumOf } from '@nyanja/domain/payments/order-items'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import {
  pay as beginToPay,
  payByPinInAnotherCurrency,
  payInTwoCalls,
  placeOrder,
  sendOwed,
  take,
} from '../simulation/customers.ts'
import { workUntil } from '../simulation/finish.ts'
import {
  type InjectedFaults,
  type Oddity,
  type ProviderName,
  pinWalletNames,
  providerNames,
} from '../simulation/injected-faults.ts'
import { leave, reload, typePin } from '../simulation/pin-visitors.ts'
import type { Digits } from '../simulation/pin-wallet-simulator.ts'
import type { Entry } from '../simulation/provider.ts'
import { agreeOn, agreeOnGoods, resolveOne } from '../simulation/staff.ts'
import type { World } from '../simulation/world.ts'

/** One payment from beginning to end, as far as people take part in it. */
export interface Journey {
  readonly name: string
  /** What the external systems do on their own, always. */
  readonly oddities: readonly Oddity[]
  /** The ending of the names that they are about, where that is not all. */
  readonly ending?: string
  readonly happen: (world: World) => Promise<void>
}

const minute = 60_000

export const methodOf: Readonly<Record<ProviderName, Method>> = {
  card: 'card',
  wallet: 'nyanja_money',
  airtime: 'airtime',
  mpesa: 'mpesa',
  pin_wallet: 'nyanja_money_pin',
  smartcash: 'smartcash',
}

export const findEntries = (world: World, name: ProviderName): readonly Entry[] => [
  ...world.providers[name].records.values(),
]

export const orderAirtime = (world: World): Promise<Order> =>
  placeOrder(world, { kind: 'airtime', amount: money('MWK', 50_000) })

const family = [1, 2, 3].map((place) => ({ msisdn: `99900000${place}`, amount: money('MWK', 10_000 * place) }))

const orderForFamily = (world: World): Promise<Order> =>
  placeOrder(world, { kind: 'several', amount: sumOf(family), items: family })

/** Presses Pay, and again when nothing has happened. */
export async function pay(world: World, name: ProviderName, order: Order): Promise<void> {
  for (let presses = 0; presses < 2 && findEntries(world, name).length === 0; presses += 1) {
    beginToPay(world, order, methodOf[name])
    await world.finish()
  }
}

/** Types every PIN that the portal asks for, on a reloaded page, and waits as long as the portal requires. */
export async function typePins(world: World, digits: Digits = 'right'): Promise<void> {
  for (const page of world.pinPages.values()) {
    const entry = () => world.providers[page.wallet].records.get(page.entry?.walletTransactionId.slice(2) ?? '')
    for (let presses = 0; presses < 3 && entry()?.pin !== 'in'; presses += 1) {
      reload(world, page)
      await world.finish()
      typePin(world, page, digits)
      await workUntil(world, world.now() + minute)
      if (digits === 'wrong') break
    }
  }
}

/** Approves the provider's prompt; it sends its callback until the portal answers. */
export async function approve(world: World, name: ProviderName): Promise<void> {
  await typePins(world)
  for (const entry of findEntries(world, name)) {
    take(world, name, entry)
    if (entry.taken !== undefined) world.owed.set(entry.id, name)
  }
  sendOwed(world)
  await world.finish()
}

async function approveSilently(world: World, name: ProviderName): Promise<void> {
  await typePins(world)
  for (const { id } of findEntries(world, name)) world.providers[name].take(id)
  await world.finish()
}

function decline(world: World, name: ProviderName): void {
  for (const { id } of findEntries(world, name)) world.providers[name].decline(id)
}

const forFamily: JourneyFactory = (name) => async (world) => {
  await pay(world, name, await orderForFamily(world))
  await approve(world, name)
}

async function begun(world: World, name: ProviderName): Promise<Order> {
  const order = await orderAirtime(world)
  await pay(world, name, order)
  return order
}

/** Repeats until the review list is empty, even when staff must begin again. */
async function resolveAll(world: World): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    await workUntil(world, world.now() + minute)
    resolveOne(world)
    await world.finish()
  }
}

const plots: Readonly<Record<string, Omit<Journey, 'name' | 'happen'> & { readonly of: JourneyFactory }>> = {
  'is paid': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
    },
  },
  'is paid in silence': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      await approveSilently(world, name)
    },
  },
  'is paid in two calls': {
    oddities: [],
    of: (name) => async (world) => {
      payInTwoCalls(world, await orderAirtime(world), methodOf[name])
      await world.finish()
      await approve(world, name)
    },
  },
  'is refused': {
    oddities: ['startRefused'],
    of: (name) => async (world) => void (await begun(world, name)),
  },
  'is declined': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      decline(world, name)
    },
  },
  'is paid late': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      await workUntil(world, world.now() + 20 * minute)
      await approve(world, name)
    },
  },
  'is given back': {
    oddities: ['deliveryRefused'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
    },
  },
  'is given back in the end': {
    oddities: ['deliveryWaits', 'deliveryFails', 'refundWaits'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
    },
  },
  'is never taken by the BSS, and given back at the deadline': {
    oddities: ['orderingDown'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
    },
  },
  'is accepted by the BSS and then denied': {
    oddities: ['deliveryWaits', 'acceptedDenied'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
    },
  },
  'is left for another way, and both are paid': {
    oddities: [],
    of: (name) => async (world) => {
      const order = await begun(world, name)
      const other = name === 'card' ? 'wallet' : 'card'
      await pay(world, other, order)
      await approve(world, other)
      await approve(world, name)
    },
  },
  'is given back in part, and followed by goodwill': {
    oddities: ['refundWaits', 'deliveryWaits'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
      await workUntil(world, world.now() + minute)
      await agreeOn(world, 'refund_part', money('MWK', 20_000))
      await agreeOn(world, 'give_credit', money('MWK', 10_000))
    },
  },
  'is given back in part, and its goods are taken back': {
    oddities: ['deliveryWaits'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
      await workUntil(world, world.now() + minute)
      await agreeOn(world, 'refund_part', money('MWK', 20_000))
      await workUntil(world, world.now() + minute)
      await agreeOnGoods(world, money('MWK', 20_000))
    },
  },
  'is taken in another sum, and staff give it back': {
    oddities: ['otherAmount'],
    of: (name) => async (world) => {
      await begun(world, name)
      await approve(world, name)
      await resolveAll(world)
    },
  },
}

const severalPlots: typeof plots = {
  'is paid for several numbers': { oddities: [], of: forFamily },
  'is paid for several numbers, one of which is refused': {
    ...{ oddities: ['deliveryRefused'], ending: '-2' },
    of: forFamily,
  },
  'is paid for several numbers, one of which fails in the end': {
    ...{ oddities: ['deliveryWaits', 'deliveryFails'], ending: '-3' },
    of: forFamily,
  },
  'is paid for several numbers, one of which the BSS never takes': {
    ...{ oddities: ['orderingDown'], ending: '-1' },
    of: forFamily,
  },
}

const pinPlots: typeof plots = {
  'is typed wrongly first': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      await typePins(world, 'wrong')
      await approve(world, name)
    },
  },
  'is locked after wrong PINs, and paid in another way': {
    oddities: [],
    of: (name) => async (world) => {
      const order = await begun(world, name)
      for (let wrong = 0; wrong < 5; wrong += 1) await typePins(world, 'wrong')
      await pay(world, 'card', order)
      await approve(world, 'card')
    },
  },
  'is typed in two windows at once': {
    oddities: [],
    of: (name) => async (world) => {
      await begun(world, name)
      for (const page of world.pinPages.values())
        for (let windows = 0; windows < 2; windows += 1) typePin(world, page, 'right')
      await world.finish()
      await approve(world, name)
    },
  },
  'is left before its PIN, for another way': {
    oddities: [],
    of: (name) => async (world) => {
      const order = await begun(world, name)
      for (const page of world.pinPages.values()) leave(world, page)
      await world.finish()
      await pay(world, 'wallet', order)
      await approve(world, 'wallet')
    },
  },
  'is paid in another currency after a key was given for the first': {
    oddities: [],
    of: (name) => async (world) => {
      const order = await begun(world, name)
      payByPinInAnotherCurrency(world, order, methodOf[name])
      await world.finish()
      await approve(world, name)
    },
  },
  'is paid in another currency, and given back': {
    oddities: ['deliveryRefused'],
    of: (name) => async (world) => {
      payByPinInAnotherCurrency(world, await orderAirtime(world), methodOf[name])
      await world.finish()
      await approve(world, name)
    },
  },
  'is decided only later': {
    oddities: ['pinWaits'],
    of: (name) => async (world) => {
      await begun(world, name)
      await typePins(world)
      await workUntil(world, world.now() + 20 * minute)
      await approve(world, name)
    },
  },
}

type JourneyFactory = (name: ProviderName) => Journey['happen']

function writeJourneys(names: readonly ProviderName[], chosen: typeof plots): readonly Journey[] {
  return names.flatMap((name) =>
    Object.entries(chosen).map(([plot, { of, ...rest }]) => ({ name: `${name} ${plot}`, ...rest, happen: of(name) })),
  )
}

/** Combines the plots with the payment methods; what becomes of several numbers depends on one that refunds parts, or not. */
export const journeys: readonly Journey[] = [
  ...writeJourneys(providerNames, plots),
  ...writeJourneys(['card', 'wallet'], severalPlots),
  ...writeJourneys(pinWalletNames, pinPlots),
]

export function always({ oddities, ending = '' }: Pick<Journey, 'oddities' | 'ending'>): InjectedFaults {
  return {
    before: () => {},
    after: () => {},
    happens: (oddity, id) => oddities.includes(oddity) && id.endsWith(ending),
    isOver: false,
    end: () => {},
  }
}
