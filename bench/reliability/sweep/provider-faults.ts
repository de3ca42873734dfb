import { serviceLevels } from '@nyanja/domain/payments/payment-deadlines'
import { audit } from '../simulation/audit.ts'
import { finishEverything, workUntil } from '../simulation/finish.ts'
import {
  type Call,
  type InjectedFaults,
  type Oddity,
  type ProviderName,
  providerNames,
} from '../simulation/injected-faults.ts'
import { createCallSlots, type Place } from '../simulation/machine.ts'
import { leave } from '../simulation/pin-visitors.ts'
import { openFresh } from '../simulation/portal-process.ts'
import type { Outcome } from '../simulation/simulate.ts'
import { World } from '../simulation/world.ts'
import { approve, findEntries, orderAirtime, pay, typePins } from './journeys.ts'

/**
 * A call fails before or after its effect, or answers after its caller gave up; each call's other answers are listed
 * beside it.
 */
const lost = ['no_fault', 'not_arrived', 'answer_lost', 'late'] as const

export const startFaults = [...lost, 'refused', 'refused_and_asked'] as const
/** Faults of a PIN; the last two are the visitor's own. */
export const pinFaults = [...lost, 'refused', 'refused_and_taken', 'waits', 'wrong_first', 'consent_lapsed'] as const
export const verifyFaults = [...lost, 'unknown', 'refused_and_taken', 'other_sum', 'other_payment'] as const
export const deliveryFaults = [
  ...lost,
  'waits',
  'found_later',
  'not_sent',
  'never_taken',
  'accepted_and_denied',
] as const
export const refundFaults = [...lost, 'waits', 'refused'] as const
export const customers = ['approves', 'approves_late', 'declines', 'is_silent'] as const

export interface Plan {
  readonly customer: (typeof customers)[number]
  readonly start: (typeof startFaults)[number]
  /** Undefined when it is paid without one. */
  readonly pin?: (typeof pinFaults)[number]
  readonly verify: (typeof verifyFaults)[number]
  readonly delivery: (typeof deliveryFaults)[number]
  /** Undefined when it can be delivered, so there is no refund. */
  readonly refund: (typeof refundFaults)[number] | undefined
}

export interface FaultsTask {
  readonly provider: ProviderName
  readonly plans: readonly Plan[]
}

const componentOf: Readonly<Record<Call, Exclude<keyof Plan, 'customer'> | undefined>> = {
  start: 'start',
  submitPin: 'pin',
  verify: 'verify',
  abandon: undefined,
  refund: 'refund',
  verifyRefund: 'refund',
  prepare: 'delivery',
  send: 'delivery',
  findByReference: 'delivery',
  balanceOf: undefined,
}

/** A prepared call is the one that is sent. */
const segmentOfPlace = new Map([...Object.entries(componentOf), ['prepared', componentOf.send] as const])

type Planned = (plan: Plan) => boolean

/** Those without `times` happen whenever they can. */
const oddities: Partial<Record<Oddity, { readonly when: Planned; readonly times?: number }>> = {
  startRefused: { when: ({ start }) => start === 'refused' },
  startUntrue: { when: ({ start }) => start === 'refused_and_asked' },
  pinRefused: { when: ({ pin }) => pin === 'refused' },
  pinUntrue: { when: ({ pin }) => pin === 'refused_and_taken' },
  pinWaits: { when: ({ pin, customer }) => pin === 'waits' || customer === 'approves_late' },
  consentLapsed: { when: ({ pin }) => pin === 'consent_lapsed', times: 1 },
  verifyUnknown: { when: ({ verify }) => verify === 'unknown', times: 2 },
  verifyUntrue: { when: ({ verify }) => verify === 'refused_and_taken', times: 1 },
  otherAmount: { when: ({ verify }) => verify === 'other_sum' },
  otherPayment: { when: ({ verify }) => verify === 'other_payment' },
  deliveryRefused: {
    when: ({ delivery, refund }) => refund !== undefined && delivery !== 'waits' && delivery !== 'accepted_and_denied',
  },
  deliveryFails: { when: ({ refund }) => refund !== undefined },
  deliveryWaits: { when: ({ delivery }) => delivery === 'waits' || delivery === 'accepted_and_denied' },
  deliveryStillWaits: { when: ({ delivery }) => delivery === 'waits', times: 2 },
  notSent: { when: ({ delivery }) => delivery === 'not_sent', times: 3 },
  orderingDown: { when: ({ delivery }) => delivery === 'never_taken' },
  acceptedDenied: { when: ({ delivery }) => delivery === 'accepted_and_denied' },
  foundLater: { when: ({ delivery }) => delivery === 'found_later' },
  refundWaits: { when: ({ refund }) => refund === 'waits' },
  refundStillWaits: { when: ({ refund }) => refund === 'waits', times: 2 },
  refundRefused: { when: ({ refund }) => refund === 'refused', times: 2 },
}

const timesLost = 2

/** Returns true for the first calls, as many as planned. */
function createTally() {
  const tally = new Map<string, number>()
  return (what: string, times: number): boolean => {
    const before = tally.get(what) ?? 0
    tally.set(what, before + 1)
    return before < times
  }
}

function injectedFaultsOf(plan: Plan): InjectedFaults {
  const isAmongFirst = createTally()
  function failFor(call: Call, fault: 'not_arrived' | 'answer_lost'): void {
    const component = componentOf[call]
    if (component !== undefined && plan[component] === fault && isAmongFirst(call, timesLost)) throw new Error(fault)
  }
  return {
    before: (call) => failFor(call, 'not_arrived'),
    after: (call) => failFor(call, 'answer_lost'),
    happens(oddity) {
      const { when, times = Number.POSITIVE_INFINITY } = oddities[oddity] ?? {}
      return when?.(plan) === true && isAmongFirst(oddity, times)
    },
    isOver: false,
    end: () => {},
  }
}

const placeOfCall = new RegExp(`^after (?:${[...providerNames, 'bss'].join('|')})[.](\\w+)$`)

function standsStill(plan: Plan) {
  const isAmongFirst = createTally()
  return (place: Place): boolean => {
    const [, call = ''] = placeOfCall.exec(place) ?? []
    const component = segmentOfPlace.get(call)
    return component !== undefined && plan[component] === 'late' && isAmongFirst(place, timesLost)
  }
}

const second = 1000
const minute = 60 * second

/** A payment is verified before the customer acts, so that each fault occurs before and after the charge. */
const acts: Readonly<Record<Plan['customer'], (world: World, name: ProviderName) => Promise<void>>> = {
  async approves(world, name) {
    await workUntil(world, world.now() + 6 * second)
    await approve(world, name)
  },
  async approves_late(world, name) {
    await typePins(world)
    await workUntil(world, world.now() + 20 * minute)
    await approve(world, name)
  },
  async declines(world, name) {
    await workUntil(world, world.now() + 6 * second)
    for (const { id } of findEntries(world, name)) world.providers[name].decline(id)
    for (const page of world.pinPages.values()) leave(world, page)
  },
  is_silent: async () => {},
}

const ofDelivery = ['undelivered_for_a_day', 'lost_by_the_bss']

/** The BSS can report the result of nearly every plan, so that no person is needed, and the refund begins in time. */
async function faultsOfDeadline({ database: { db } }: World, { delivery }: Plan): Promise<string[]> {
  const reviews = await db.selectFrom('reviews').select('reason').where('reason', 'in', ofDelivery).execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('deliveries', 'deliveries.attempt_id', 'refunds.attempt_id')
    .select(['refunds.created_at as begun', 'deliveries.created_at as captured'])
    .execute()
  const isLate = refunds.some(({ begun, captured }) => begun > captured + serviceLevels.refundBeginsMs)
  return [
    ...(reviews.length > 0 && delivery !== 'accepted_and_denied' ? ['before a person though the BSS can say'] : []),
    ...(isLate && (delivery === 'never_taken' || delivery === 'not_sent') ? ['given back too late'] : []),
    ...(delivery === 'never_taken' && refunds.length === 0 && (await isCaptured(db)) ? ['never given back'] : []),
  ]
}

async function isCaptured(db: World['database']['db']): Promise<boolean> {
  return (await db.selectFrom('deliveries').select('attempt_id').execute()).length > 0
}

async function faultsWith(name: ProviderName, plan: Plan): Promise<Pick<Outcome, 'faults' | 'journal'>> {
  const database = await openFresh(undefined)
  try {
    const injectedFaults = injectedFaultsOf(plan)
    const world = new World({ database, chance: createCallSlots(), injectedFaults, isHeldUp: standsStill(plan) })
    await pay(world, name, await orderAirtime(world))
    if (plan.pin === 'wrong_first') await typePins(world, 'wrong')
    await acts[plan.customer](world, name)
    await finishEverything(world)
    return { faults: [...(await audit(world)), ...(await faultsOfDeadline(world, plan))], journal: world.journal }
  } finally {
    await database.close()
  }
}

/** Pays once with each plan. */
export async function payThrough({ provider, plans }: FaultsTask): Promise<Outcome> {
  const faults: string[] = []
  const journal: string[] = []
  for (const plan of plans) {
    const found = await faultsWith(provider, plan)
    faults.push(...found.faults.map((fault) => `${provider}, ${JSON.stringify(plan)}: ${fault}`))
    if (found.faults.length > 0 && journal.length === 0) journal.push(...found.journal)
  }
  return { faults, journal, tries: plans.length }
}
