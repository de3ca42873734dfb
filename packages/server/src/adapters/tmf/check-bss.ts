import { money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { Purchase } from '../../payments/delivery-provider.ts'
import type { CapabilityCheck, CheckRequest } from '../bss-definition.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { type ContractFault, contractFaults } from '../contract-faults.ts'
import { createAdjustments } from './adjustments.ts'
import type { TmfApi } from './profile.ts'
import { activeIn, bucketsOf, createTmfBalanceSource, mainBucketIn } from './tmf-balance-source.ts'
import { billsOf, outstandingOf } from './tmf-bill-source.ts'
import { createTmfCatalogue } from './tmf-bundle-source.ts'
import { type CurrencyOptions, createTmfClient, type TmfClient } from './tmf-client.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { findLead } from './tmf-lead-service.ts'
import { findLine, productsOf } from './tmf-line-source.ts'
import { Text } from './tmf-values.ts'

interface Probe {
  readonly capability: string
  readonly api: TmfApi
  readonly needsNumber: boolean
  run(context: ProbeContext): Promise<Pick<CapabilityCheck, 'seen'> & Partial<CapabilityCheck>>
}

interface ProbeContext {
  readonly options: CurrencyOptions
  readonly client: TmfClient
  readonly msisdn: string
  readonly reference: string | undefined
}

/** A reference that no operation has. */
const unknownReference = 'PORTAL-BSS-CHECK-0'

const lookUp = ({ options, msisdn }: ProbeContext, kind: Purchase['kind'], id: string) =>
  createTmfDeliveryProvider(options).findByReference({
    ...{ id, kind, msisdn, amount: money(options.currency, 100) },
    bill: { account: unknownReference, invoices: [] },
  })

const absent = { seen: 'a reference that does not exist is not found' }

const probes: readonly Probe[] = [
  {
    capability: 'line',
    api: 'inventory',
    needsNumber: true,
    async run({ client, msisdn }) {
      const { rows } = await productsOf(client, msisdn)
      const specs = rows.flatMap(
        ({ productSpecification, productOffering }) => productSpecification ?? productOffering ?? [],
      )
      if (rows.length === 0)
        return { state: 'missing', seen: 'no product has the number', lookAt: ['number.format', 'number.field'] }
      const line = await findLine(client, msisdn).catch(() => undefined)
      if (line !== undefined)
        return { seen: `${line.lineType}, ${line.account === undefined ? 'without' : 'with'} an account` }
      const lookAt = specs.map(({ id }) => `lineSpecs.${id}`)
      return { state: 'missing', seen: `${rows.length} products, none of them a line`, lookAt }
    },
  },
  { capability: 'bundles', api: 'catalogue', needsNumber: false, run: checkBundles },
  {
    capability: 'balances',
    api: 'balances',
    needsNumber: true,
    async run({ options, client, msisdn }) {
      const { rows } = await bucketsOf(client, msisdn)
      if (rows.length === 0) return withoutBuckets(client, msisdn)
      if (!rows.some(activeIn(client.profile)))
        return { state: 'missing', seen: 'no active bucket', lookAt: ['buckets.activeStates'] }
      const entries = await createTmfBalanceSource(options).balancesOf(msisdn)
      const types = [...new Set(entries.map(({ serviceType }) => serviceType))]
      return { seen: `${entries.length} of ${rows.length} buckets shown: ${types.join(', ')}` }
    },
  },
  { capability: 'bills', api: 'bills', needsNumber: true, run: checkBills },
  { capability: 'top-up', api: 'balances', needsNumber: true, run: checkTopUp },
  {
    capability: 'airtime as payment',
    api: 'balances',
    needsNumber: false,
    async run({ options, client }) {
      await createAdjustments(client, options.currency).recall(unknownReference)
      return absent
    },
  },
  {
    capability: 'orders',
    api: 'ordering',
    needsNumber: false,
    run: async (context) => ((await lookUp(context, 'bundle', unknownReference)) ? isFound : absent),
  },
  {
    capability: 'payments',
    api: 'payments',
    needsNumber: false,
    run: async (context) => ((await lookUp(context, 'bill', unknownReference)) ? isFound : absent),
  },
  {
    capability: 'leads',
    api: 'sales',
    needsNumber: false,
    run: async ({ client }) => ((await findLead(client, unknownReference)) ? isFound : absent),
  },
  {
    capability: 'feasibility',
    api: 'qualification',
    needsNumber: false,
    async run({ client }) {
      const row = z.object({ id: Text })
      await client.search(
        { api: 'qualification', name: 'checkServiceQualification' },
        { filter: {}, row, matches: () => true },
      )
      return { seen: 'checks can be listed; none was made, because each is stored' }
    },
  },
]

const isFound = {
  state: 'degraded',
  seen: 'a reference that does not exist is found',
  lookAt: ['filters'],
} as const

/** Accepts a line without buckets: one that is billed may have none. */
async function withoutBuckets(client: TmfClient, msisdn: string) {
  const line = await findLine(client, msisdn).catch(() => undefined)
  if (line?.lineType === 'POSTPAID')
    return { state: 'not_checked', seen: 'a postpaid line without buckets: give a prepaid number' } as const
  return { state: 'missing', seen: 'no buckets', lookAt: ['buckets.by', 'number.format'] } as const
}

async function checkBundles({ options, client }: ProbeContext) {
  const { offerings, bundlesIn } = createTmfCatalogue(options)
  const sold = await offerings()
  const bundles = await bundlesIn(sold)
  const seen = `${bundles.length} bundles of ${sold.length} offerings on sale`
  if (bundles.length === sold.length && sold.length > 0) return { seen }
  if (sold.length > 0) {
    const lookAt = ['catalogue.characteristics', 'money.unit']
    return { state: bundles.length === 0 ? 'missing' : 'degraded', seen, lookAt } as const
  }
  const row = z.object({ lifecycleStatus: Text })
  const all = await client.search(
    { api: 'catalogue', name: 'productOffering' },
    { filter: {}, row, matches: () => true },
  )
  const states = [...new Set(all.rows.map(({ lifecycleStatus }) => lifecycleStatus))].slice(0, 9)
  return {
    state: 'missing',
    seen: `no offering on sale; states are ${states.join(', ') || 'none'}`,
    lookAt: ['catalogue.lifecycleStatus'],
  } as const
}

async function checkBills({ options: { currency }, client, msisdn }: ProbeContext) {
  const { account, lineType } = (await findLine(client, msisdn)) ?? {}
  if (account === undefined || lineType === 'PREPAID')
    return { state: 'not_checked', seen: 'not a line with bills: give a postpaid number' } as const
  const outstanding = await outstandingOf(client, account, currency)
  const { rows } = await billsOf(client, account)
  const states = [...new Set(rows.map(({ state = 'none' }) => state))].join(', ')
  const seen = `${rows.length} bills${states === '' ? '' : ` (${states})`}`
  if (outstanding !== undefined) return { seen: `a balance, ${seen}` }
  return {
    state: 'degraded',
    seen: `no account, ${seen}`,
    lookAt: ['apis.accounts.path', 'account.outstanding'],
  } as const
}

async function checkTopUp(context: ProbeContext) {
  const { options, client, msisdn, reference } = context
  const { rows } = await bucketsOf(client, msisdn)
  const main = mainBucketIn(rows.filter(activeIn(client.profile)), {
    currency: options.currency,
    profile: client.profile,
  })
  if (rows.length === 0) return withoutBuckets(client, msisdn)
  if (main === undefined)
    return {
      state: 'missing',
      seen: 'no main bucket',
      lookAt: ['buckets.main', 'buckets.usageTypes', 'buckets.activeStates', 'money.unit'],
    } as const
  if (await lookUp(context, 'airtime', unknownReference)) return isFound
  const found = reference === undefined ? undefined : await lookUp(context, 'airtime', reference)
  const seen = `a main bucket${main.partyAccount === undefined ? ' without an account' : ''}; ${absent.seen}`
  if (reference !== undefined && found === undefined)
    return {
      state: 'missing',
      seen: 'a top-up that was made is not found: it would be made twice',
      lookAt: ['filters', 'findByReference.absence'],
    } as const
  return found === undefined ? { seen } : { seen: `${seen}; the given top-up is ${found.outcome}` }
}

/** Calls the BSS as the portal does, without changing anything. */
export async function checkBss(
  options: CurrencyOptions,
  { msisdn, reference }: CheckRequest,
): Promise<readonly CapabilityCheck[]> {
  const checks: CapabilityCheck[] = []
  for (const probe of probes) {
    const { capability, needsNumber } = probe
    if (needsNumber && msisdn === undefined)
      checks.push({ capability, state: 'not_checked', seen: 'needs a number: --number <number>', lookAt: [] })
    else checks.push(await runProbe(probe, options, { msisdn: msisdn ?? '', reference }))
  }
  return checks
}

async function runProbe(
  { capability, api, run }: Probe,
  options: CurrencyOptions,
  requested: Pick<ProbeContext, 'msisdn' | 'reference'>,
): Promise<CapabilityCheck> {
  const faults: ContractFault[] = []
  const records: ProviderRecord[] = []
  const observed = {
    ...options,
    reportFault: (fault: ContractFault) => void faults.push(fault),
    observe: (record: ProviderRecord) => void records.push(record),
  }
  try {
    const {
      seen,
      state = 'works',
      lookAt = [],
    } = await run({ options: observed, client: createTmfClient(observed), ...requested })
    const isDegraded = state === 'works' && faults.length > 0
    return {
      capability,
      state: isDegraded ? 'degraded' : state,
      seen: [seen, ...textOf(faults)].join('; '),
      lookAt: [...lookAt, ...linesFor(faults, options)],
    }
  } catch (error) {
    const seen = [error instanceof Error ? error.message : 'no answer', ...textOf(faults)].join('; ')
    return {
      capability,
      state: 'missing',
      seen,
      lookAt: [
        ...linesFor(faults, options),
        ...(isOfToken(error) ? tokenSettings : linesForStatus(api, records.at(-1))),
      ],
    }
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

const textOf = (faults: readonly ContractFault[]) => unique(faults.map(({ call, field }) => `${call}: ${field}`))

function linesFor(faults: readonly ContractFault[], { profile }: CurrencyOptions): readonly string[] {
  return unique(
    faults.flatMap(({ call, field }) => {
      if (field === contractFaults.offset) return ['paging.style']
      if (field === contractFaults.filter) return [`filters["${call.replace(/^\w+ /, '')}.…"]`]
      if (field === contractFaults.endless) return ['filters', 'paging.size', 'paging.mostPages']
      if (field === contractFaults.missing) return ['paging.size']
      if (field === contractFaults.hidden) return ['filters', 'findByReference.absence']
      return /date|time|validFor/i.test(field) && profile?.dates.zone === undefined ? ['dates.zone'] : []
    }),
  )
}

/** The token service is asked before the BSS, and reports for itself. */
const isOfToken = (error: unknown) => error instanceof Error && /^bss[ _]token\b/.test(error.message)
const tokenSettings = ['BSS_TOKEN_URL', 'BSS_USER', 'BSS_SECRET', 'BSS_AUTH']

/** A capability may need resources of another API. */
const apisOf: Readonly<Record<string, TmfApi>> = {
  product: 'inventory',
  bucket: 'balances',
  billingAccount: 'accounts',
}

function linesForStatus(own: TmfApi, last: ProviderRecord | undefined): readonly string[] {
  if (last === undefined || last.outcome === 'unreachable' || last.outcome === 'not_sent') return ['BSS_URL', 'BSS_CA']
  const api = apisOf[last.operation.replace(/^\w+ /, '')] ?? own
  if (last.status === 401 || last.status === 403) return ['BSS_AUTH']
  if (last.status === 404) return [`apis.${api}.path`, 'paging.emptyIs404']
  if (last.status === 400) return ['filters', 'paging.style']
  return last.outcome === 'answered' ? [] : [`apis.${api}`]
}
