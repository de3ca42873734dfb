import { isJsonObject, type Json, type JsonObject, objectsAt, textAt } from '../../core/bodies.ts'
import { TmfError } from '../tmf-error.ts'
import type { Trait } from './dialect.ts'

/** The APIs of which a version 5 is published; the others stay at version 4 beside them. */
const published = [
  'productCatalogManagement',
  'productOrderingManagement',
  'productInventory',
  'accountManagement',
  'customerBillManagement',
]

export function pathOfVersion5(path: string): string {
  return published.some((api) => path.includes(`/${api}/`)) ? path.replace(/v4$/, 'v5') : path
}

const types: Readonly<Record<string, string>> = {
  productCharacteristic: 'StringCharacteristic',
  relatedParty: 'RelatedPartyRefOrPartyRoleRef',
  partyOrPartyRole: 'PartyRef',
  externalId: 'ExternalIdentifier',
  channel: 'RelatedChannel',
  productOfferingPrice: 'ProductOfferingPriceRef',
  billingAccount: 'BillingAccountRef',
  validFor: 'TimePeriod',
}

const typeOf = (field: string) => types[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`

type Change = (object: JsonObject) => JsonObject

const writes: Readonly<Record<string, Change>> = {
  productOrder: ({ orderDate = null, externalId, ...order }) => ({
    ...order,
    creationDate: orderDate,
    ...(typeof externalId === 'string' && {
      externalId: [{ id: externalId, owner: 'WEBPORTAL', externalIdentifierType: 'order' }],
    }),
  }),
  relatedParty: ({ role = null, ...party }) => ({ role, partyOrPartyRole: party }),
  productRelationship: ({ relationshipType = null, product = null }) => ({
    relationshipType,
    ...(isJsonObject(product) && product),
  }),
  /** Contact media are types of their own, without a characteristic. */
  contactMedium: ({ mediumType = null, characteristic = null, ...medium }) => ({
    ...medium,
    '@type': mediumType === 'email' ? 'EmailContactMedium' : 'PhoneContactMedium',
    ...(isJsonObject(characteristic) && characteristic),
  }),
  productSpecCharacteristic: ({ productSpecCharacteristicValue = [], ...characteristic }) => ({
    ...characteristic,
    characteristicValueSpecification: productSpecCharacteristicValue,
  }),
}

const reads: Readonly<Record<string, Change>> = {
  productOrder: ({ externalId, ...order }) => {
    const [identifier] =
      isJsonObject(externalId) || Array.isArray(externalId) ? objectsAt({ externalId }, 'externalId') : []
    const id = identifier && textAt(identifier, 'id')
    return id === undefined ? order : { ...order, externalId: id }
  },
  relatedParty: ({ partyOrPartyRole = null, ...party }) => ({
    ...party,
    ...(isJsonObject(partyOrPartyRole) && partyOrPartyRole),
  }),
  channel: ({ channel = null, ...related }) => ({ ...related, ...(isJsonObject(channel) && channel) }),
  // Published samples name the product in the relationship itself, the definition below it.
  productRelationship: ({ id = null, ...relationship }) =>
    isJsonObject(relationship.product) ? relationship : { ...relationship, product: { id } },
}

/** Version 5: a type on everything, and the fields that changed. */
export const version5: Trait = {
  write: (object, field) => {
    const written = writes[field]?.(object) ?? object
    return Array.isArray(written.contactMedium) || field === '' ? written : { '@type': typeOf(field), ...written }
  },
  read: (object, field) => reads[field]?.(object) ?? object,
}

/** Version 5 requires types in requests, and identifiers with an owner. */
export function requireVersion5(field: string, body: Json): void {
  if (field !== 'productOrder' || !isJsonObject(body)) return
  const typed = [body, ...['productOrderItem', 'relatedParty', 'channel'].flatMap((name) => objectsAt(body, name))]
  if (typed.some((object) => typeof object['@type'] !== 'string')) throw new TmfError(400, '@type is required')
  if (!objectsAt(body, 'externalId').every(({ id, owner }) => id !== undefined && owner !== undefined)) {
    throw new TmfError(400, 'externalId must be a list of identifiers with id and owner')
  }
  if (typeof body.externalId === 'string') throw new TmfError(400, 'externalId must be a list of identifiers')
}
