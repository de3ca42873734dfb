import { money } from '@nyanja/domain/money/money'
import type { BssDefinition, BssOptions, CapabilityCheck, CheckRequest } from '../bss-definition.ts'
import { unservedPorts } from '../bss-definition.ts'
import type { ContractFault } from '../contract-faults.ts'
import { createChargingClient } from './charging-client.ts'
import { createChargingDeliveryProvider, sold } from './charging-delivery-provider.ts'
import {
  createChargingBalanceSource,
  createChargingBundleSource,
  createChargingLineSource,
} from './charging-sources.ts'

/**
 * A prepaid charging system: it has lines, balances and top-ups, and offerings without orders, but no bills, accounts
 * or leads.
 */
export const prepaidCharging: BssDefinition = {
  kind: 'prepaid-charging',
  sells: sold,
  chargesAirtime: false,
  hasProfile: false,
  open: (options) => ({
    ...unservedPorts,
    lineSource: createChargingLineSource(options),
    bundleSource: createChargingBundleSource(options),
    balanceSource: createChargingBalanceSource(options),
    deliveryProvider: createChargingDeliveryProvider(options),
  }),
  check,
}

type Seen = Pick<CapabilityCheck, 'seen'> & Partial<CapabilityCheck>

interface Probe {
  readonly capability: string
  readonly needsNumber: boolean
  run(options: BssOptions, request: { readonly msisdn: string; readonly reference: string | undefined }): Promise<Seen>
}

/** A reference that no operation has. */
const unknownReference = 'PORTAL-BSS-CHECK-0'

const probes: readonly Probe[] = [
  {
    capability: 'line',
    needsNumber: true,
    async run(options, { msisdn }) {
      const product = await createChargingClient(options).productOf(msisdn)
      return product === undefined ? { state: 'missing', seen: 'no service has the number' } : { seen: 'PREPAID' }
    },
  },
  {
    capability: 'bundles',
    needsNumber: false,
    async run(options) {
      const bundles = await createChargingBundleSource(options).bundles()
      return { seen: `${bundles.length} offerings with a volume, paid once: listed, and not sold` }
    },
  },
  {
    capability: 'balances',
    needsNumber: true,
    async run(options, { msisdn }) {
      const entries = await createChargingBalanceSource(options).balancesOf(msisdn)
      const airtime = entries.find(({ serviceType }) => serviceType === 'AIRTIME')
      if (airtime === undefined) return { state: 'degraded', seen: 'not all buckets can be read: airtime is not shown' }
      const seen = `airtime ${airtime.unit} ${airtime.balance}, which the operator's own system must show too`
      return { seen: `${seen}; ${entries.length - 1} other balances`, lookAt: ['BSS_CENTS'] }
    },
  },
  { capability: 'top-up', needsNumber: true, run: checkTopUp },
]

async function checkTopUp(
  options: BssOptions,
  { msisdn, reference }: { readonly msisdn: string; readonly reference: string | undefined },
): Promise<Seen> {
  const provider = createChargingDeliveryProvider(options)
  const find = (id: string) =>
    provider.findByReference({ id, kind: 'airtime', msisdn, amount: money(options.currency, 1) })
  if (reference !== undefined && (await find(reference)) === undefined)
    return { state: 'missing', seen: 'a top-up that was made is not found: it would be made twice' }
  const found = reference === undefined ? '' : 'the given top-up is found; '
  return find(unknownReference).then(
    (absent) =>
      absent === undefined
        ? { seen: `${found}a reference that does not exist is not found` }
        : { state: 'missing', seen: 'a reference that does not exist is found' },
    () => ({ state: 'degraded', seen: `${found}absence is never certain: after a lost answer a person decides` }),
  )
}

const unserved = ['bills', 'airtime as payment', 'orders', 'payments', 'leads', 'feasibility'] as const

async function check(options: BssOptions, request: CheckRequest): Promise<readonly CapabilityCheck[]> {
  const checks: CapabilityCheck[] = []
  for (const probe of probes) checks.push(await runProbe(probe, options, request))
  const seen = 'this kind of BSS has none: what needs it is not offered'
  return [...checks, ...unserved.map((capability) => ({ capability, state: 'not_served', seen, lookAt: [] }) as const)]
}

async function runProbe(
  { capability, needsNumber, run }: Probe,
  options: BssOptions,
  { msisdn = '', reference }: CheckRequest,
): Promise<CapabilityCheck> {
  if (needsNumber && msisdn === '')
    return { capability, state: 'not_checked', seen: 'needs a number: --number <number>', lookAt: [] }
  const faults = new Set<string>()
  const reportFault = ({ call, field }: ContractFault) => void faults.add(`${call}: ${field}`)
  try {
    const { state = 'works', seen, lookAt = [] } = await run({ ...options, reportFault }, { msisdn, reference })
    const isDegraded = state === 'works' && faults.size > 0
    return { capability, state: isDegraded ? 'degraded' : state, seen: [seen, ...faults].join('; '), lookAt }
  } catch (error) {
    const seen = error instanceof Error ? error.message : 'no answer'
    return { capability, state: 'missing', seen: [seen, ...faults].join('; '), lookAt: ['BSS_URL', 'BSS_AUTH'] }
  }
}
