import { type Json, type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import { international } from '../core/market.ts'
import { amountIn, quantity, unitsIn } from './amounts.ts'
import type { Row } from './collection.ts'
import { characteristic, lineId } from './line.ts'
import type { Store } from './store.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const volumes = ['data', 'voice', 'sms'] as const

/** A hybrid line may buy prepaid and postpaid bundles. */
const sellableTo: Readonly<Record<string, readonly string[]>> = {
  PREPAID: ['PREPAID'],
  POSTPAID: ['POSTPAID'],
  HYBRID: ['PREPAID', 'POSTPAID', 'HYBRID'],
}

export function isSellable(offering: Row, line: Row): boolean {
  const lineType = characteristic(line, 'lineType') ?? ''
  const isForRouters = valueUse(offering, 'service')?.value === 'HBB'
  const isRouter = characteristic(line, 'service') === 'HBB'
  const wanted = textAt(valueUse(offering, 'lineType'), 'value') ?? lineType
  return isForRouters === isRouter && (sellableTo[lineType] ?? []).includes(wanted)
}

/** Adds the bundle to the line: one product, and one bucket for each volume in it. */
export function grantBundle(store: Store, offering: Row, msisdn: string, now: Date): Row {
  const number = international(msisdn, store.market)
  const startDate = now.toISOString()
  const endDate = endOf(offering, now)
  const product = store.add('product', {
    name: offering.name ?? offering.id,
    status: 'active',
    isBundle: false,
    startDate,
    ...(endDate && { terminationDate: endDate }),
    productSerialNumber: number,
    productSpecification: offering.productSpecification ?? null,
    productOffering: { id: offering.id, name: offering.name ?? null },
    billingAccount: store.get('product', lineId(store, msisdn))?.billingAccount ?? null,
    productCharacteristic: [{ name: 'msisdn', value: number }],
    productPrice: [],
    productRelationship: [{ relationshipType: 'reliesOn', product: { id: lineId(store, msisdn) } }],
    relatedParty: [],
  })
  for (const usageType of volumes) {
    const volume = valueUse(offering, usageType)
    if (volume) store.add('bucket', bucketOf({ product, usageType, volume, startDate, endDate }))
  }
  return product
}

export interface UsedBundle {
  readonly msisdn: string
  /** Finds a bundle with or without the market's id prefix. */
  readonly code: string
  readonly boughtHoursAgo: number
  /** The used share of its volumes, 0 to 1. */
  readonly left: number
}

/** Adds a partly used bundle to the line; undefined where no such bundle is offered. */
export function grantUsedBundle(
  store: Store,
  { msisdn, code, boughtHoursAgo, left }: UsedBundle,
  now: Date,
): Row | undefined {
  const offering = store.get('productOffering', code) ?? store.get('productOffering', `${store.market.country}-${code}`)
  if (offering === undefined) return undefined
  const product = grantBundle(store, offering, msisdn, new Date(now.getTime() - boughtHoursAgo * hourMs))
  for (const bucket of store.in('bucket').find('product.id', product.id)) {
    const amount = amountIn(bucket, 'remainingValue')
    const remaining = amount < 0 ? amount : Math.round(amount * left * 100) / 100
    store.change('bucket', bucket, { remainingValue: quantity(remaining, unitsIn(bucket, 'remainingValue') ?? '') })
  }
  return product
}

interface NewBucket {
  readonly product: Row
  readonly usageType: string
  readonly volume: JsonObject
  readonly startDate: string
  readonly endDate: string | undefined
}

function bucketOf({ product, usageType, volume, startDate, endDate }: NewBucket): JsonObject {
  const units = textAt(volume, 'unitOfMeasure') ?? 'SMS'
  return {
    name: product.name ?? null,
    usageType,
    status: 'active',
    confirmationDate: startDate,
    remainingValue: quantity(numberAt(volume, 'value') ?? 0, units),
    reservedValue: quantity(0, units),
    validFor: { startDateTime: startDate, ...(endDate && { endDateTime: endDate }) },
    product: [{ id: product.id, name: product.name ?? null }],
    logicalResource: [{ id: product.productSerialNumber ?? null, '@referredType': 'MSISDN' }],
  }
}

function valueUse(offering: JsonObject, name: string): (JsonObject & { readonly value?: Json }) | undefined {
  const use = objectsAt(offering, 'prodSpecCharValueUse').find((entry) => entry.name === name)
  return use && objectsAt(use, 'productSpecCharacteristicValue')[0]
}

function endOf(offering: Row, now: Date): string | undefined {
  const term = objectsAt(offering, 'productOfferingTerm').find(({ name }) => name === 'validity')
  const days = numberAt(term, 'duration', 'amount')
  return days === undefined ? undefined : new Date(now.getTime() + days * dayMs).toISOString()
}
