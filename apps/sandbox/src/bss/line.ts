import { type JsonObject, objectsAt, textAt } from '../core/bodies.ts'
import { international } from '../core/market.ts'
import { price, quantity } from './amounts.ts'
import type { Row } from './collection.ts'
import type { Store } from './store.ts'

export const lineTypes = ['PREPAID', 'POSTPAID', 'HYBRID'] as const
export const services = ['mobile', 'HBB', 'fixed'] as const

export interface NewLine {
  readonly msisdn: string
  readonly type: (typeof lineTypes)[number]
  readonly service: (typeof services)[number]
  /** Airtime in major units; a line without it has no main bucket. */
  readonly balance?: number
  /** The debt in major units; a line without it has no billing account of its own. */
  readonly outstanding?: number
  readonly account?: string
  readonly contact?: string
}

const specifications = {
  mobile: { PREPAID: 'ps-prepaid-line', POSTPAID: 'ps-postpaid-line', HYBRID: 'ps-hybrid-line' },
  HBB: { PREPAID: 'ps-hbb-line', POSTPAID: 'ps-hbb-line', HYBRID: 'ps-hbb-line' },
  fixed: { PREPAID: 'ps-fixed-line', POSTPAID: 'ps-fixed-line', HYBRID: 'ps-fixed-line' },
} as const

export const lineId = ({ market }: Store, msisdn: string): string => `prd-main-${international(msisdn, market)}`
export const mainBucketId = ({ market }: Store, msisdn: string): string => `${international(msisdn, market)}-main`
export const accountOf = (msisdn: string): string => `1000${msisdn.slice(-6)}`

export function lineOf(store: Store, msisdn: string): Row | undefined {
  return store.get('product', lineId(store, msisdn))
}

export function msisdnOf(product: JsonObject): string | undefined {
  return textAt(product, 'productSerialNumber')
}

export function characteristic(row: JsonObject, name: string): string | undefined {
  return textAt(
    objectsAt(row, 'productCharacteristic').find((entry) => entry.name === name),
    'value',
  )
}

/** Adds the line itself, its number, its airtime and its account, where it has them. */
export function addLine(store: Store, line: NewLine, now: string): void {
  const number = international(line.msisdn, store.market)
  const account = line.account ?? accountOf(line.msisdn)
  const specification = specifications[line.service][line.type]
  store.add('product', {
    id: lineId(store, line.msisdn),
    name: `${line.service} line`,
    status: 'active',
    isBundle: false,
    startDate: now,
    productSerialNumber: number,
    productSpecification: { id: specification },
    productOffering: { id: specification.replace('ps-', 'po-').replace('-line', '') },
    billingAccount: { id: account },
    productCharacteristic: [
      { name: 'msisdn', value: number },
      { name: 'lineType', value: line.type },
      { name: 'service', value: line.service },
    ],
    productPrice: [],
    relatedParty: [{ id: `c-${number}`, role: 'customer', '@referredType': 'Customer' }],
  })
  store.add('logicalResource', {
    id: number,
    '@type': 'LogicalResource',
    name: number,
    value: number,
    resourceStatus: 'reserved',
    resourceCharacteristic: [{ name: 'lineType', value: line.type }],
  })
  if (line.balance !== undefined) addMainBucket(store, line.msisdn, line.balance, now)
  const { outstanding, contact } = line
  if (outstanding !== undefined || contact !== undefined)
    addAccount(store, {
      ...{ id: account, outstanding: outstanding ?? 0, now },
      ...(contact !== undefined && { contact: { phone: international(contact, store.market) } }),
    })
}

function addMainBucket(store: Store, msisdn: string, balance: number, now: string): void {
  const { currency } = store.market
  const number = international(msisdn, store.market)
  store.add('bucket', {
    id: mainBucketId(store, msisdn),
    name: 'Main balance',
    usageType: 'monetary',
    status: 'active',
    confirmationDate: now,
    remainingValue: quantity(balance, currency),
    reservedValue: quantity(0, currency),
    partyAccount: { id: `pa-${number}` },
    logicalResource: [{ id: number, '@referredType': 'MSISDN' }],
    product: [{ id: lineId(store, msisdn) }],
  })
}

export interface Airtime {
  readonly balance?: number
  /** A barred line can be credited, but not debited. */
  readonly isBarred?: boolean
}

/** Changes airtime; false for a line without any. */
export function changeAirtime(store: Store, msisdn: string, { balance, isBarred }: Airtime): boolean {
  const main = store.get('bucket', mainBucketId(store, msisdn))
  if (main === undefined) return false
  store.change('bucket', main, {
    ...(balance !== undefined && { remainingValue: quantity(balance, store.market.currency) }),
    ...(isBarred !== undefined && { status: isBarred ? 'suspended' : 'active' }),
  })
  return true
}

export interface NewAccount {
  readonly id: string
  readonly outstanding: number
  readonly now: string
  readonly name?: string
  readonly contact?: Contact
}

export interface Contact {
  readonly email?: string
  readonly phone?: string
}

export function addAccount(store: Store, { id, outstanding, now, name = `Account ${id}`, contact }: NewAccount): void {
  store.add('billingAccount', {
    id,
    name,
    state: 'Active',
    accountType: 'postpaid',
    lastModified: now,
    relatedParty: [{ id: `c-${id}`, role: 'customer', '@referredType': 'Customer' }],
    accountBalance: [
      {
        balanceType: 'outstanding',
        amount: price(outstanding, store.market.currency),
        validFor: { startDateTime: now },
      },
    ],
    contact: contact ? [contactOf(name, contact, now)] : [],
  })
}

function contactOf(contactName: string, { email, phone }: Contact, now: string): JsonObject {
  return {
    contactName,
    contactType: 'primary',
    partyRoleType: 'customer',
    validFor: { startDateTime: now },
    contactMedium: [
      ...(email === undefined
        ? []
        : [{ mediumType: 'email', preferred: true, characteristic: { emailAddress: email } }]),
      ...(phone === undefined ? [] : [{ mediumType: 'phone', characteristic: { phoneNumber: phone } }]),
    ],
  }
}
