import { money } from '@nyanja/domain/money/money'
import { beforeEach, describe, expect } from 'vitest'
import { z } from 'zod'
import { describeFeasibilitySource } from '../../leads/feasibility-source.contract.ts'
import type { LeadAddress } from '../../leads/lead.ts'
import { describeLeadService, type ServiceMove } from '../../leads/lead-service.contract.ts'
import { describeLeadSubscriptions } from '../../leads/lead-subscriptions.contract.ts'
import { describeDeliveryProvider } from '../../payments/delivery-provider.contract.ts'
import type { Purchase } from '../../payments/delivery-provider.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { describeBalanceSource } from '../../subscriber/balance-source.contract.ts'
import { describeBillSource } from '../../subscriber/bill-source.contract.ts'
import { describeBundleSource } from '../../subscriber/bundle-source.contract.ts'
import { describeContactSource } from '../../subscriber/contact-source.contract.ts'
import { describeLineSource } from '../../subscriber/line-source.contract.ts'
import { createGatewayFixture } from '../gateway-fixture.contract.ts'
import { createAirtimeGateway } from './airtime-gateway.ts'
import { broadbandBundle, mixedBundle, weeklyBundle } from './bundle-examples.contract.ts'
import type { TestBss } from './tmf.contract.ts'
import { createTmfBalanceSource } from './tmf-balance-source.ts'
import { createTmfBillSource } from './tmf-bill-source.ts'
import { createTmfBundleSource } from './tmf-bundle-source.ts'
import { createTmfContactSource } from './tmf-contact-source.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfFeasibilitySource } from './tmf-feasibility-source.ts'
import { createTmfLeadService } from './tmf-lead-service.ts'
import { createTmfLeadCallbackReader, createTmfLeadSubscriptions } from './tmf-lead-subscriptions.ts'
import { createTmfLineSource } from './tmf-line-source.ts'

/** Describes every contract that the adapter fulfils, against one BSS. */
export function describeTmfAdapter(name: string, bss: TestBss): void {
  describe(name, () => {
    describeSources(name, bss)
    describeDeliveries(name, bss)
    describeAirtime(bss)
    describeLeads(name, bss)
  })
}

function describeSources(name: string, { sandbox, tmf, silence, garble }: TestBss): void {
  describeLineSource(name, async (timeout) => ({
    lines: createTmfLineSource(tmf(timeout)),
    numbers: {
      PREPAID: '999000010',
      POSTPAID: '999000050',
      HYBRID: '999000060',
      broadband: '999000070',
      withBundles: '999000001',
      unknown: '991111111',
    },
    silence: () => silence('product.read'),
    garble: () => garble('product.read'),
  }))

  describeBalanceSource(name, async (timeout) => ({
    balances: createTmfBalanceSource(tmf(timeout)),
    numbers: { busy: '999000001', unlimited: '999000071', ended: '999000006' },
    silence: () => silence('bucket.read'),
  }))

  describeBillSource(name, async (timeout) => ({
    bills: createTmfBillSource({ ...tmf(timeout), numberLength: 9 }),
    lines: { owing: '999000050', ahead: '999000053', prepaid: '999000010', unknown: '991111111' },
    accounts: {
      owing: 'P1234567890',
      partlyPaid: 'PE1234567891',
      paidUp: 'P1234567891',
      credited: 'P1234567893',
      unknown: 'P0000000000',
    },
    silence: (resource) => silence(`${resource}.read`),
    garble: (resource) => garble(`${resource}.read`),
  }))

  describeContactSource(name, async (timeout) => ({
    contacts: createTmfContactSource({ ...tmf(timeout), numberLength: 9 }),
    numbers: { router: '999000070', itsContact: '999000010', withoutContact: '999000072', unknown: '991111111' },
    silence: () => silence('billingAccount.read'),
  }))

  describeBundleSource(name, async (timeout) => ({
    source: createTmfBundleSource(tmf(timeout)),
    examples: [weeklyBundle, mixedBundle, broadbandBundle],
    async remove(productCode) {
      const url = `${sandbox.url}/bss/tmf-api/productCatalogManagement/v4/productOffering/${productCode}`
      const headers = { 'content-type': 'application/merge-patch+json' }
      const body = JSON.stringify({ lifecycleStatus: 'Retired' })
      expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200)
    },
    silence: () => silence('productOffering.read'),
  }))
}

const operations = { airtime: 'topup', bundle: 'order', bill: 'payment', invoice: 'payment', plan: 'payment' } as const
const resources = {
  airtime: 'topupBalance',
  bundle: 'productOrder',
  bill: 'payment',
  invoice: 'payment',
  plan: 'payment',
} as const

const invoice = {
  billId: 'cb-0016',
  invoiceNo: 'INV-2026-0016',
  startsAt: 0,
  endsAt: 1,
  dueAt: 2,
  outstanding: money('MWK', 5_000_000),
}

/** The goods of each kind that the sandbox can deliver. */
export const goods = {
  airtime: { amount: money('MWK', 50_050) },
  bundle: { amount: money('MWK', 200_000), productCode: 'MW-W-2600' },
  bill: { amount: money('MWK', 1_825_075), bill: { account: '1000000050', invoices: [] } },
  invoice: { amount: money('MWK', 5_000_000), bill: { account: 'P1234567890', invoices: [invoice] } },
  plan: { amount: money('MWK', 8_500_000), productCode: 'HBB-150', leadReference: 'HB-0000-0001' },
} as const satisfies Record<Purchase['kind'], Partial<Purchase>>

const leadPath = '/bss/tmf-api/sales/v4/salesLead'

/** Adds a lead of any channel; returns its id in the BSS. */
export async function addLead(url: string, lead: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${leadPath}`, { method: 'POST', headers, body: JSON.stringify(lead) })
  return z.object({ id: z.string() }).parse(await response.json()).id
}

/** Adds the lead of the plan, with the number of the purchase. */
export async function addPlanLead(url: string): Promise<void> {
  const phone = { mediumType: 'phone', characteristic: { phoneNumber: '265999000001' } }
  await addLead(url, { name: goods.plan.leadReference, prospectContact: [phone] })
}

let bought = 0
export function purchase(kind: Purchase['kind']): Purchase {
  bought += 1
  const common = { id: `TXN-${bought}`, kind, msisdn: '999000001' }
  return { ...common, ...goods[kind] }
}

function describeDeliveries(name: string, { sandbox, tmf, faults }: TestBss): void {
  describe('deliveries', () => {
    beforeEach(() => addPlanLead(sandbox.url))

    describeDeliveryProvider(name, async (timeout) => ({
      deliveryProvider: createTmfDeliveryProvider(tmf(timeout)),
      purchase,
      plan: (kind, outcome) => sandbox.control('/bss/outcomes', { operation: operations[kind], outcome }),
      release: (kind) => sandbox.control('/bss/outcomes/release', { operation: operations[kind] }),
      refuse: (one) => ({
        ...one,
        amount: money('MWK', -100),
        productCode: 'MW-NONE',
        ...(one.bill && { bill: { ...one.bill, account: 'P0000000000' } }),
      }),
      spoil: (kind, fault) => sandbox.injectFault({ provider: 'bss', operation: resources[kind], kind: faults[fault] }),
      records: async () => (await sandbox.records()).deliveries,
    }))
  })
}

function describeAirtime({ sandbox, tmf, faults }: TestBss): void {
  const { request, spoil, records } = createGatewayFixture(sandbox, {
    provider: 'bss',
    operations: { start: 'adjustBalance', verify: 'adjustBalance.read', refund: 'adjustBalance' },
    faults: { ...faults, broken: 'error_before' },
  })

  describePaymentGateway(
    'airtime',
    async (timeout) => {
      // Debits complete immediately, so the contract uses one that the BSS processes slowly.
      await sandbox.control('/bss/outcomes', { operation: 'adjust', outcome: 'hold' })
      return {
        gateway: createAirtimeGateway(tmf(timeout)),
        request,
        conclude: async (_id, ending) =>
          ending === 'held'
            ? undefined
            : sandbox.control('/bss/outcomes/release', { operation: 'adjust', outcome: ending }),
        endings: { captured: 'completed', refused: [['failed', 'refused']], undecided: ['held'] },
        spoil,
        records,
      }
    },
    { refundsParts: true },
  )
}

const leadStates: Readonly<Record<ServiceMove['to'], string>> = {
  checked: 'inProgress',
  scheduled: 'inProgress',
  on_hold: 'pending',
  installed: 'accepted',
  refused: 'rejected',
  cancelled: 'cancelled',
  nowhere: 'thinkingAboutIt',
}
const mishaps = {
  lost: { kind: 'callback_drop' },
  doubled: { kind: 'callback_duplicate' },
  late: { kind: 'callback_delay', delayMs: 900 },
} as const

/** An address with home internet. */
export const served: LeadAddress = { street1: 'Area 47', city: 'Lilongwe', country: 'MW', lat: -13.97, lng: 33.79 }

function describeLeads(name: string, { sandbox, tmf, faults, silence }: TestBss): void {
  const inject = (kind: string, operation: string) => sandbox.injectFault({ provider: 'bss', operation, kind })

  describeLeadService(name, async (timeout) => ({
    service: createTmfLeadService(tmf(timeout)),
    planCode: 'HBB-150',
    move: (id, move) =>
      sandbox.control(`/bss/leads/${id}`, {
        status: leadStates[move.to],
        ...('reason' in move && { reason: move.reason }),
        ...('at' in move && { day: new Date(move.at).toISOString().slice(0, 10) }),
      }),
    spoil: (fault) => inject(fault === 'broken page' ? 'html_before' : faults[fault], 'salesLead'),
    silence: () => silence('salesLead.read'),
    unwanted: (lead) => ({ ...lead, reference: '' }),
    async kept(reference) {
      const response = await fetch(`${sandbox.url}${leadPath}?name=${reference}`)
      return [await response.json()].flat().map((lead) => JSON.stringify(lead))
    },
  }))

  describeLeadSubscriptions(name, async (timeout) => ({
    registry: createTmfLeadSubscriptions(tmf(timeout)),
    reader: createTmfLeadCallbackReader(tmf().profile),
    order: () => addLead(sandbox.url, { name: 'HB-OTHERONE' }),
    move: (id) => sandbox.control(`/bss/leads/${id}`, { status: 'inProgress' }),
    mishap: (what) => sandbox.injectFault({ provider: 'bss', operation: 'event', ...mishaps[what] }),
    subscriptions: async () =>
      z
        .array(z.object({ id: z.string() }))
        .parse(await sandbox.control('/bss/hub'))
        .map(({ id }) => id),
    forget: () => sandbox.control('/bss/hub/forget', {}),
    spoil: (fault) => inject(faults[fault], 'hub'),
  }))

  const { lat: _lat, lng: _lng, ...withoutPoint } = served
  const resource = 'checkServiceQualification'
  const planned = (outcome: string) => sandbox.control('/bss/outcomes', { operation: 'qualification', outcome })
  describeFeasibilitySource(name, async (timeout) => ({
    feasibility: createTmfFeasibilitySource(tmf(timeout)),
    places: {
      served,
      servedWithoutPoint: withoutPoint,
      outside: { ...served, lat: -15.785, lng: 35.0085 },
      unknownTown: { ...withoutPoint, city: 'Atlantis' },
    },
    troubles: [
      ...[faults['lost before'], faults['lost after'], faults.broken, 'html_before', faults.garbled].map(
        (kind) => [kind, () => inject(kind, resource)] as const,
      ),
      ...['failed', 'hold'].map((outcome) => [outcome, () => planned(outcome)] as const),
    ],
  }))
}
