import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { LineType } from '@nyanja/domain/numbers/msisdn'

export type TmfApi =
  | 'catalogue'
  | 'ordering'
  | 'inventory'
  | 'balances'
  | 'accounts'
  | 'bills'
  | 'payments'
  | 'qualification'
  | 'sales'

interface LeadType {
  readonly type: string
  readonly rating: string
  readonly priority: 'low' | 'medium' | 'high'
}

/** What differs between operators' systems; the adapter itself knows only the standard. */
export interface TmfProfile {
  readonly id: string
  /** Below the base URL. */
  readonly apiPaths: Readonly<Record<TmfApi, string>>
  readonly msisdn: { readonly format: 'international' | 'national' }
  /** Specifications of products that are lines, not bundles. Without a line type here, the product's own is taken. */
  readonly lineSpecs: Readonly<Record<string, { readonly lineType?: LineType; readonly isBroadband: boolean }>>
  readonly catalogue: {
    readonly lineTypeByCategory: Readonly<Record<string, LineType>>
    /** Of offerings that do not say for which lines they are. */
    readonly defaultLineType: LineType
    /** The catalogue's services in our words; others stay as they are. */
    readonly categoryByService: Readonly<Record<string, string>>
  }
  /** The balance of an account that says what is owed; a credit is below zero. */
  readonly account: { readonly balanceType: string }
  /** What an adjustment with a positive amount does to the customer's balance. */
  readonly adjustment: { readonly positiveMeans: 'credit' | 'debit' }
  readonly leads: {
    /** What the states of a lead mean. Others leave a lead where it is. */
    readonly stages: Readonly<Record<string, LeadStage>>
    /** The state in which a day may be promised. */
    readonly workedOn: string
    readonly types: Readonly<Record<'order' | 'interest', LeadType>>
    /** Of what its hub tells, the events after which a lead is asked about; compared without regard to case. */
    readonly events: readonly string[]
    /** Some servers answer a filter that they do not know with an error. */
    readonly findByReference: 'by-name' | 'by-listing'
    /** What is asked for when an address is checked. */
    readonly service: string
    /** The account on which money waits for a line that is not there yet. */
    readonly prepayments: string
  }
  /** How we name ourselves. */
  readonly channel: { readonly id: string; readonly name: string; readonly role: string }
  readonly requester: { readonly id: string; readonly '@referredType': string }
  readonly pageSize: number
}

export const tmfV4: TmfProfile = {
  id: 'tmf-v4',
  apiPaths: {
    catalogue: '/tmf-api/productCatalogManagement/v4',
    ordering: '/tmf-api/productOrderingManagement/v4',
    inventory: '/tmf-api/productInventory/v4',
    balances: '/tmf-api/prepayBalanceManagement/v4',
    accounts: '/tmf-api/accountManagement/v4',
    bills: '/tmf-api/customerBillManagement/v4',
    payments: '/payment/v4',
    qualification: '/tmf-api/serviceQualificationManagement/v4',
    sales: '/tmf-api/sales/v4',
  },
  msisdn: { format: 'international' },
  lineSpecs: {
    'ps-prepaid-line': { lineType: 'PREPAID', isBroadband: false },
    'ps-postpaid-line': { lineType: 'POSTPAID', isBroadband: false },
    'ps-hybrid-line': { lineType: 'HYBRID', isBroadband: false },
    'ps-hbb-line': { isBroadband: true },
  },
  catalogue: {
    lineTypeByCategory: {
      'prepaid-bundles': 'PREPAID',
      'postpaid-bundles': 'POSTPAID',
      'hybrid-bundles': 'HYBRID',
    },
    defaultLineType: 'PREPAID',
    categoryByService: { HBB: 'broadband' },
  },
  account: { balanceType: 'outstanding' },
  adjustment: { positiveMeans: 'credit' },
  leads: {
    stages: {
      acknowledged: 'received',
      inProgress: 'checked',
      pending: 'on_hold',
      accepted: 'installed',
      rejected: 'refused',
      cancelled: 'cancelled',
    },
    workedOn: 'inProgress',
    types: {
      order: { type: 'HBB', rating: 'warm', priority: 'medium' },
      interest: { type: 'HBB_INTEREST', rating: 'cold', priority: 'low' },
    },
    events: ['salesLeadStateChangeEvent', 'salesLeadAttributeValueChangeEvent'],
    findByReference: 'by-name',
    service: 'HBB_ODU_AW',
    prepayments: 'prepayments',
  },
  channel: { id: 'CWAAA', name: 'WEBPORTAL', role: 'web' },
  requester: { id: 'portal-web', '@referredType': 'Organization' },
  pageSize: 100,
}
