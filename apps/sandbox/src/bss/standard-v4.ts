import { isJsonObject, type Json } from '../core/bodies.ts'
import type { ResourceName } from './resources.ts'

/** The type of an attribute: a plain value, one of several literals, or an object with attributes of its own. */
type Shape = 'text' | 'number' | 'flag' | 'moment' | readonly string[] | Attributes

interface Attribute {
  readonly shape: Shape
  readonly isMany?: boolean
  readonly isOptional?: boolean
}

interface Attributes {
  readonly [name: string]: Attribute
}

const one = (shape: Shape): Attribute => ({ shape })
const many = (shape: Shape): Attribute => ({ shape, isMany: true })
const maybe = (attribute: Attribute): Attribute => ({ ...attribute, isOptional: true })

const text = one('text')
const moment = one('moment')
const ref = { id: text }
const party = { id: text, '@referredType': text }
const quantity = { amount: one('number'), units: text }
const money = { unit: text, value: one('number') }
const period = { startDateTime: maybe(moment), endDateTime: maybe(moment) }
const characteristic = { name: text, value: text }

const usageType = ['monetary', 'voice', 'data', 'sms', 'other']
const taskState = ['accepted', 'inProgress', 'done', 'terminatedWithError']
const actionStatus = ['created', 'failed', 'cancelled', 'completed']
const orderState = [
  ...['acknowledged', 'rejected', 'pending', 'held', 'inProgress', 'cancelled', 'completed', 'failed', 'partial'],
  ...['assessingCancellation', 'pendingCancellation'],
]

const catalogued = { name: text, lastUpdate: maybe(moment), lifecycleStatus: maybe(text) }

const balanceAction = {
  status: one(actionStatus),
  amount: maybe(one(quantity)),
  usageType: maybe(one(usageType)),
  bucket: maybe(one(ref)),
  product: maybe(many(ref)),
  logicalResource: maybe(many(ref)),
  partyAccount: maybe(one(ref)),
  channel: maybe(one(ref)),
  relatedParty: maybe(many(party)),
  reason: maybe(text),
  requestedDate: maybe(moment),
  confirmationDate: maybe(moment),
}

const payment = {
  account: one(ref),
  paymentMethod: one({}),
  totalAmount: one(money),
  amount: maybe(one(money)),
  paymentItem: maybe(many({ id: maybe(text), amount: maybe(one(money)), item: one(ref) })),
  correlatorId: maybe(text),
  paymentDate: maybe(moment),
  status: maybe(text),
}

const contact = {
  contactType: text,
  contactName: maybe(text),
  partyRoleType: maybe(text),
  validFor: one(period),
  contactMedium: maybe(
    many({ mediumType: maybe(text), preferred: maybe(one('flag')), characteristic: maybe(one({})) }),
  ),
}

/** Names, types and cardinalities of attributes in version 4 of the standard, written from its documents. */
export const standard: Readonly<Record<ResourceName | 'accumulatedBalance', Attributes>> = {
  catalog: catalogued,
  category: catalogued,
  productSpecification: catalogued,
  productOffering: {
    ...catalogued,
    isBundle: maybe(one('flag')),
    isSellable: maybe(one('flag')),
    category: maybe(many(ref)),
    productSpecification: maybe(one(ref)),
    productOfferingPrice: maybe(many(ref)),
    productOfferingTerm: maybe(many({ name: maybe(text) })),
    prodSpecCharValueUse: maybe(many({ name: maybe(text), productSpecCharacteristicValue: maybe(many({})) })),
  },
  productOfferingPrice: { ...catalogued, isBundle: maybe(one('flag')), priceType: maybe(text) },
  productOrder: {
    productOrderItem: many({ id: text, action: one(['add', 'modify', 'delete', 'noChange']) }),
    state: one(orderState),
    orderDate: moment,
    externalId: maybe(text),
    relatedParty: maybe(many(party)),
  },
  cancelProductOrder: {
    productOrder: one(ref),
    state: one(['acknowledged', 'inProgress', 'done', 'terminatedWithError']),
    cancellationReason: maybe(text),
    requestedCancellationDate: maybe(moment),
    effectiveCancellationDate: maybe(moment),
  },
  product: {
    status: one(['created', 'pendingActive', 'active', 'suspended', 'pendingTerminate', 'terminated', 'cancelled']),
    isBundle: maybe(one('flag')),
    billingAccount: maybe(one(ref)),
    productOffering: maybe(one(ref)),
    productSpecification: maybe(one(ref)),
    productCharacteristic: maybe(many(characteristic)),
    productPrice: maybe(many({})),
    relatedParty: maybe(many(party)),
    startDate: maybe(moment),
  },
  resource: {
    name: text,
    resourceStatus: maybe(one(['standby', 'alarm', 'available', 'reserved', 'unknown', 'suspended'])),
    resourceCharacteristic: maybe(many({ name: text })),
  },
  logicalResource: { value: maybe(text), resourceCharacteristic: maybe(many({ name: text })) },
  bucket: {
    name: maybe(text),
    status: maybe(one(['active', 'suspended', 'expired'])),
    usageType: maybe(one(usageType)),
    confirmationDate: maybe(moment),
    remainingValue: maybe(one(quantity)),
    reservedValue: maybe(one(quantity)),
    logicalResource: maybe(many(ref)),
    product: maybe(many(ref)),
    partyAccount: maybe(one(ref)),
    validFor: maybe(one(period)),
  },
  accumulatedBalance: {
    name: text,
    bucket: many(ref),
    totalBalance: one(quantity),
    logicalResource: maybe(one(ref)),
    product: maybe(many(ref)),
    partyAccount: maybe(one(ref)),
  },
  topupBalance: balanceAction,
  adjustBalance: balanceAction,
  reserveBalance: balanceAction,
  transferBalance: {
    ...balanceAction,
    reason: text,
    channel: one(ref),
    logicalResource: many(ref),
    receiverLogicalResource: one(ref),
  },
  billingAccount: {
    name: text,
    relatedParty: many(party),
    state: maybe(text),
    lastModified: maybe(moment),
    accountBalance: maybe(many({ balanceType: text, amount: one(money), validFor: one(period) })),
    contact: maybe(many(contact)),
  },
  payment,
  refund: payment,
  customerBill: {
    state: maybe(one(['new', 'onHold', 'validated', 'sent', 'partiallyPaid', 'settled'])),
    billNo: maybe(text),
    billDate: maybe(moment),
    paymentDueDate: maybe(moment),
    billingPeriod: maybe(one(period)),
    amountDue: maybe(one(money)),
    remainingAmount: maybe(one(money)),
    billingAccount: maybe(one(ref)),
    billDocument: maybe(many(ref)),
    appliedPayment: maybe(many({ appliedAmount: maybe(one(money)), payment: maybe(one(ref)) })),
    taxItem: maybe(many({})),
    relatedParty: maybe(many(party)),
  },
  customerBillOnDemand: {
    state: maybe(one(['inProgress', 'rejected', 'done', 'terminatedWithError'])),
    billingAccount: maybe(one(ref)),
    lastUpdate: maybe(moment),
  },
  appliedCustomerBillingRate: {
    isBilled: maybe(one('flag')),
    date: maybe(moment),
    name: maybe(text),
    type: maybe(text),
    bill: maybe(one(ref)),
    billingAccount: maybe(one(ref)),
    taxIncludedAmount: maybe(one(money)),
    appliedTax: maybe(many({})),
  },
  checkServiceQualification: {
    serviceQualificationItem: many({ id: maybe(text) }),
    state: maybe(one(taskState)),
    checkServiceQualificationDate: maybe(moment),
  },
  salesLead: {
    name: text,
    status: maybe(one(['acknowledged', 'inProgress', 'pending', 'accepted', 'rejected', 'cancelled'])),
    priority: maybe(one(['low', 'medium', 'high'])),
    creationDate: maybe(moment),
    note: maybe(many({ text })),
    prospectContact: maybe(many({})),
  },
}

/** Names each deviation of a row from the standard on a line. */
export function findFaults(attributes: Attributes, row: Json | undefined, place: string): readonly string[] {
  if (!isJsonObject(row)) return [`${place} is no object`]
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attributeFaults(attribute, row[name], `${place}.${name}`),
  )
}

function attributeFaults({ shape, isMany, isOptional }: Attribute, value: Json | undefined, where: string) {
  if (value === undefined || value === null) return isOptional ? [] : [`${where} is missing`]
  if (!isMany) return Array.isArray(value) ? [`${where} is a list`] : shapeFaults(shape, value, where)
  if (!Array.isArray(value)) return [`${where} is no list`]
  if (value.length === 0 && !isOptional) return [`${where} is empty`]
  return value.flatMap((entry, index) => shapeFaults(shape, entry, `${where}[${index}]`))
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

const plainTests: Readonly<Record<string, (value: Json) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  moment: (value) => typeof value === 'string' && isoMoment.test(value),
}

function shapeFaults(shape: Shape, value: Json, where: string): readonly string[] {
  if (typeof shape === 'string') return plainTests[shape]?.(value) ? [] : [`${where} is no ${shape}`]
  if (isText(shape)) return shape.some((word) => word === value) ? [] : [`${where} is ${String(value)}`]
  return findFaults(shape, value, where)
}

const isText = (shape: readonly string[] | Attributes): shape is readonly string[] => Array.isArray(shape)
