import { kinds, type ProviderName, providerNames } from '../simulation/injected-faults.ts'
import { type Task, workThrough } from '../simulation/thread-pool.ts'
import { journeys } from '../sweep/journeys.ts'
import {
  customers,
  deliveryFaults,
  type Plan,
  pinFaults,
  refundFaults,
  startFaults,
  verifyFaults,
} from '../sweep/provider-faults.ts'
import type { Drill, DrillReport } from './drill.ts'

/** Works through every case once. Nothing in it is random, so the seed changes nothing. */
async function sweep(tasks: readonly Task[], summarize: (tries: number) => string): Promise<DrillReport> {
  const violations: string[] = []
  let total = 0
  await workThrough({
    tasks,
    done(_task, { faults, journal, tries }) {
      total += tries
      if (violations.length === 0 && journal.length > 0) console.log(journal.join('\n'))
      violations.push(...faults)
      return true
    },
  })
  return { did: summarize(total), violations }
}

type CrashTask = Extract<Task, { job: 'crash' }>

export function crashTasks(isTwice: boolean): readonly CrashTask[] {
  return journeys.flatMap(({ name }) =>
    (['takes_up', 'waits'] as const).map((restart) => ({ job: 'crash', journey: name, restart, isTwice }) as const),
  )
}

export const crashPoints: Drill = {
  name: 'crash-points',
  promise: 'a process may die before and after every call of a port; a restart brings each payment to its end',
  run({ isFull }) {
    const how = isFull ? 'killed at every point, and again at every point after it' : 'killed at every point'
    return sweep(crashTasks(isFull), (tries) => `${journeys.length} journeys run ${tries} times, ${how}`)
  },
}

type FaultsTask = Extract<Task, { job: 'faults' }>

const pays = (customer: Plan['customer']) => customer === 'approves' || customer === 'approves_late'
/** Airtime needs no action of the payer, so the customer can only have paid. */
const customersOf = (provider: ProviderName) => (provider === 'airtime' ? (['approves'] as const) : customers)

type Beginning = Pick<Plan, 'customer' | 'start' | 'pin' | 'verify'>

/** Without a charge nothing is delivered or refunded. A PIN adds enough faults at the start. */
function plansFor(begins: Beginning): readonly Plan[] {
  const isWhole = pays(begins.customer) && (begins.pin === undefined || begins.start === 'no_fault')
  if (!isWhole) return [{ ...begins, delivery: 'no_fault', refund: undefined }]
  return deliveryFaults.flatMap((delivery) =>
    [undefined, ...refundFaults].map((refund) => ({ ...begins, delivery, refund })),
  )
}

function beginningsAt(provider: ProviderName): readonly Beginning[] {
  const withPin = kinds[provider].checkoutType === 'pin' ? pinFaults.map((pin) => ({ pin })) : [{}]
  return customersOf(provider).flatMap((customer) =>
    startFaults.flatMap((start) =>
      withPin.flatMap((pin) => verifyFaults.map((verify) => ({ customer, start, ...pin, verify }))),
    ),
  )
}

export function faultTasks(): readonly FaultsTask[] {
  return providerNames.flatMap((provider) =>
    beginningsAt(provider).map((begins) => ({ job: 'faults', provider, plans: plansFor(begins) }) as const),
  )
}

export const providerFaults: Drill = {
  name: 'provider-faults',
  promise: 'under any joint fault of a provider and the BSS, each payment ends delivered, refunded or in review',
  run: () =>
    sweep(faultTasks(), (tries) => `${tries} combinations of faults at start, PIN, verification, delivery and refund`),
}
