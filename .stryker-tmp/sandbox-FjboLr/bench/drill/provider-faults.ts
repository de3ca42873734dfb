// @ts-nocheck
import { type Task, workThrough } from '../simulation/crew.ts'
import { type ProviderName, providerNames } from '../simulation/provider.ts'
import {
  customers,
  deliveryFaults,
  type Plan,
  refundFaults,
  startFaults,
  verdictFaults,
} from '../sweep/provider-faults.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

type FaultsTask = Extract<Task, { job: 'faults' }>

const pays = (customer: Plan['customer']) => customer === 'approves' || customer === 'approves_late'
/** With airtime nobody is asked, so the customer can only have paid. */
const customersOf = (provider: ProviderName) => (provider === 'airtime' ? (['approves'] as const) : customers)

/** Where no money comes, nothing is delivered or given back. */
function plansFor(begins: Pick<Plan, 'customer' | 'start' | 'verdict'>): readonly Plan[] {
  if (!pays(begins.customer)) return [{ ...begins, delivery: 'no_fault', refund: undefined }]
  return deliveryFaults.flatMap((delivery) =>
    [undefined, ...refundFaults].map((refund) => ({ ...begins, delivery, refund })),
  )
}

export function faultTasks(): readonly FaultsTask[] {
  return providerNames.flatMap((provider) =>
    customersOf(provider).flatMap((customer) =>
      startFaults.flatMap((start) =>
        verdictFaults.map((verdict): FaultsTask => {
          return { job: 'faults', provider, plans: plansFor({ customer, start, verdict }) }
        }),
      ),
    ),
  )
}

/** Nothing in it is left to chance, so that the seed changes nothing. */
async function run(_: DrillOptions): Promise<DrillReport> {
  const violations: string[] = []
  let combinations = 0
  await workThrough({
    tasks: faultTasks(),
    done(_task, { faults, journal, tries }) {
      combinations += tries
      if (violations.length === 0 && journal.length > 0) console.log(journal.join('\n'))
      violations.push(...faults)
      return true
    },
  })
  return { did: `${combinations} combinations of faults at start, verdict, delivery and refund`, violations }
}

export const providerFaults: Drill = {
  name: 'provider-faults',
  promise: 'however a provider and the BSS fail together, each payment ends delivered, given back or before a person',
  run,
}
