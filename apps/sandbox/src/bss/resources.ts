import type { JsonObject } from '../core/bodies.ts'

export type Verb = 'list' | 'get' | 'create' | 'change' | 'delete'

export interface Resource {
  readonly path: string
  readonly idPrefix: string
  readonly verbs: readonly Verb[]
  /**
   * The list has fewer fields than the definitions require, because the conformance kits send fewer. `a.b` means that
   * every entry of `a` has a `b`.
   */
  readonly required: readonly string[]
  /** Paths that need an index, for thousands of concurrent callers. */
  readonly indexed: readonly string[]
  /** Fields that may arrive as one object and are returned as a list. */
  readonly lists: readonly string[]
  readonly defaults: (now: string, body: JsonObject) => JsonObject
}

const catalogue = '/tmf-api/productCatalogManagement/v4'
const ordering = '/tmf-api/productOrderingManagement/v4'
const products = '/tmf-api/productInventory/v4'
const inventory = '/tmf-api/resourceInventoryManagement/v4'
const balances = '/tmf-api/prepayBalanceManagement/v4'
const accounts = '/tmf-api/accountManagement/v4'
const payments = '/payment/v4'
const bills = '/tmf-api/customerBillManagement/v4'
const qualification = '/tmf-api/serviceQualificationManagement/v4'
const sales = '/tmf-api/sales/v4'

/** APIs that send events to listeners. */
export const hubPaths = [ordering, payments, qualification, sales] as const

const reading: readonly Verb[] = ['list', 'get']
const recording: readonly Verb[] = [...reading, 'create']
const keeping: readonly Verb[] = [...recording, 'change', 'delete']
const nothing = () => ({})
const published = (now: string) => ({ lastUpdate: now, lifecycleStatus: 'Active' })
const ofLine = ['logicalResource.id', 'product.id', 'bucket.id']

function resource(path: string, idPrefix: string, rest: Partial<Resource> = {}): Resource {
  return { path, idPrefix, verbs: recording, required: [], indexed: [], lists: [], defaults: nothing, ...rest }
}

const catalogued = (idPrefix: string, rest: Partial<Resource> = {}): Resource =>
  resource(catalogue, idPrefix, { verbs: keeping, required: ['name'], defaults: published, ...rest })

/** Default fields of a transfer. */
const transferDefaults = (): JsonObject => ({
  usageType: 'monetary',
  reason: 'transfer',
  channel: { id: 'unknown', name: 'unknown' },
  logicalResource: [{ id: 'unassigned' }],
  receiverLogicalResource: { id: 'unassigned' },
})

const balanceAction = (idPrefix: string, defaults: (now: string) => JsonObject): Resource =>
  resource(balances, idPrefix, {
    required: ['amount', 'amount.amount'],
    indexed: [...ofLine, 'reason'],
    lists: ['product', 'logicalResource'],
    defaults: (now) => ({ requestedDate: now, status: 'created', ...defaults(now) }),
  })

const settlement = (idPrefix: string): Resource =>
  resource(payments, idPrefix, {
    required: ['account', 'paymentMethod', 'totalAmount', 'totalAmount.value', 'paymentItem.item'],
    indexed: ['correlatorId', 'account.id'],
    lists: ['paymentItem'],
    defaults: (now) => ({ paymentDate: now, status: 'done', statusDate: now }),
  })

export const resources = {
  catalog: catalogued('catalog'),
  category: catalogued('category'),
  productSpecification: catalogued('ps'),
  productOffering: catalogued('po', {
    indexed: ['category.id'],
    defaults: (now, { isBundle }) => ({
      ...published(now),
      isBundle: false,
      isSellable: true,
      ...(isBundle === true ? { bundledProductOffering: [] } : { productSpecification: { id: 'ps-bundle' } }),
    }),
  }),
  productOfferingPrice: catalogued('pop', {
    defaults: (now) => ({ ...published(now), isBundle: false, priceType: 'oneTime' }),
  }),

  productOrder: resource(ordering, 'order', {
    verbs: keeping,
    required: ['productOrderItem', 'productOrderItem.id', 'productOrderItem.action'],
    indexed: ['externalId'],
    lists: ['productOrderItem'],
    defaults: (now) => ({ orderDate: now, state: 'acknowledged', relatedParty: [] }),
  }),

  cancelProductOrder: resource(ordering, 'cancel', {
    required: ['productOrder', 'productOrder.id'],
    defaults: (now) => ({ requestedCancellationDate: now, state: 'acknowledged' }),
  }),

  product: resource(products, 'prd', {
    verbs: keeping,
    required: ['status'],
    indexed: ['productSerialNumber', 'productCharacteristic.value', 'billingAccount.id'],
    defaults: () => ({
      billingAccount: { id: 'unassigned' },
      productOffering: { id: 'unassigned' },
      productCharacteristic: [],
      productPrice: [],
      relatedParty: [],
    }),
  }),

  resource: resource(inventory, 'res', {
    verbs: keeping,
    required: ['name'],
    defaults: () => ({ '@type': 'Resource', resourceStatus: 'available' }),
  }),
  logicalResource: resource(inventory, 'lr', { verbs: reading, indexed: ['value'] }),

  bucket: resource(balances, 'bucket', {
    required: ['usageType'],
    indexed: ofLine,
    lists: ['product', 'logicalResource'],
    defaults: (now) => ({ confirmationDate: now, status: 'active' }),
  }),
  topupBalance: balanceAction('tu', () => ({ usageType: 'monetary' })),
  adjustBalance: balanceAction('adj', () => ({ usageType: 'monetary' })),
  reserveBalance: balanceAction('rsv', () => ({ usageType: 'monetary', relatedParty: [] })),
  transferBalance: balanceAction('trf', transferDefaults),

  billingAccount: resource(accounts, 'ba', {
    verbs: [...recording, 'change'],
    required: ['name', 'relatedParty'],
    defaults: (now) => ({ lastModified: now, state: 'Active', accountBalance: [] }),
  }),

  payment: settlement('pm'),
  refund: settlement('rf'),

  customerBill: resource(bills, 'cb', { verbs: [...reading, 'change'], indexed: ['billingAccount.id'] }),
  customerBillOnDemand: resource(bills, 'cbod', { defaults: (now) => ({ lastUpdate: now, state: 'done' }) }),
  appliedCustomerBillingRate: resource(bills, 'rate', { verbs: reading, indexed: ['bill.id', 'billingAccount.id'] }),

  checkServiceQualification: resource(qualification, 'csq', {
    required: ['serviceQualificationItem'],
    indexed: ['externalId'],
    lists: ['serviceQualificationItem'],
    defaults: (now) => ({ checkServiceQualificationDate: now }),
  }),

  salesLead: resource(sales, 'LD', {
    verbs: [...recording, 'change'],
    required: ['name'],
    indexed: ['name'],
    lists: ['prospectContact', 'note'],
    defaults: (now) => ({ creationDate: now, status: 'acknowledged', statusChangeDate: now }),
  }),
} satisfies Record<string, Resource>

export type ResourceName = keyof typeof resources

export function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(resources, name)
}

export const resourceNames: readonly ResourceName[] = Object.keys(resources).filter(isResourceName)

export function hrefOf(name: ResourceName, id: string): string {
  return `/bss${resources[name].path}/${name}/${encodeURIComponent(id)}`
}
