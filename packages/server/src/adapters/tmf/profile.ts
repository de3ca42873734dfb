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

/** Differences between operators' systems; the adapter itself knows only the standard. */
export interface TmfProfile {
  readonly id: string
  /** Below the base URL. */
  readonly apiPaths: Readonly<Record<TmfApi, string>>
  readonly msisdn: { readonly format: 'international' | 'national' }
  /** Specifications of products that are lines, not bundles. Without a line type here, the product's own is used. */
  readonly lineSpecs: Readonly<Record<string, { readonly lineType?: LineType; readonly isBroadband: boolean }>>
  readonly catalogue: {
    readonly lineTypeByCategory: Readonly<Record<string, LineType>>
    /** The line types of offerings that do not name any. */
    readonly defaultLineType: LineType
    /** The catalogue's services in the portal's terms; others stay unchanged. */
    readonly categoryByService: Readonly<Record<string, string>>
  }
  /** The type of balance that is the debt of an account; a credit is negative. */
  readonly account: { readonly balanceType: string }
  /** The effect of an adjustment with a positive amount on the customer's balance. */
  readonly adjustment: { readonly positiveMeans: 'credit' | 'debit' }
  readonly leads: {
    /** The meaning of lead states. Other states leave a lead unchanged. */
    readonly stages: Readonly<Record<string, LeadStage>>
    /** The state in which an installation day may be set. */
    readonly workedOn: string
    readonly types: Readonly<Record<'order' | 'interest', LeadType>>
    /** Events of its hub after which a lead is looked up; compared without regard to case. */
    readonly events: readonly string[]
    /** Some servers answer an unknown filter with an error. */
    readonly findByReference: 'by-name' | 'by-listing'
    /** The service that an address is checked for. */
    readonly service: string
    /** The account that holds money for a line that does not exist yet. */
    readonly prepayments: string
  }
  /** The portal's name at the BSS. */
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
