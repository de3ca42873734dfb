import { isLineType, type LineType } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { LineSource } from '../../subscriber/lines.ts'
import { broken } from '../contract-faults.ts'
import { fold, meaningOf, type TmfProfile } from './profile.ts'
import { createTmfClient, type Found, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { Id, listOf, maybe, Ref, spare, Text } from './tmf-values.ts'

const Characteristic = z.object({ name: spare(Text), value: z.unknown() })

export const Product = z.object({
  id: Id,
  status: spare(Text),
  productSerialNumber: spare(Text),
  productSpecification: spare(Ref),
  productOffering: spare(Ref),
  billingAccount: spare(Ref),
  productCharacteristic: listOf(Characteristic),
  realizingResource: listOf(z.object({ id: maybe(Id), value: maybe(Text) })),
})
export type Product = z.infer<typeof Product>

export interface FoundLine {
  readonly productId: string
  readonly lineType: LineType
  readonly isBroadband: boolean
  readonly account?: string
}

/** The fields that hold the number of a line, and the filter for it. */
const numberFields: Readonly<
  Record<
    TmfProfile['number']['field'],
    { readonly filter: string; readonly numbersIn: (product: Product, profile: TmfProfile) => readonly string[] }
  >
> = {
  productSerialNumber: {
    filter: 'productSerialNumber',
    numbersIn: ({ productSerialNumber = '' }) => [productSerialNumber],
  },
  productCharacteristic: {
    filter: 'productCharacteristic.value',
    numbersIn: (product, { number }) => [textOf(product, number.characteristic) ?? ''],
  },
  realizingResource: {
    filter: 'realizingResource.value',
    numbersIn: ({ realizingResource = [] }) => realizingResource.flatMap(({ id = '', value = '' }) => [id, value]),
  },
}

function textOf({ productCharacteristic = [] }: Product, wanted: string): string | undefined {
  const value = productCharacteristic.find(({ name }) => name === wanted)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Reads the number of a product, in this BSS's format. */
export function numberOfProduct(product: Product, profile: TmfProfile): string | undefined {
  return numberFields[profile.number.field].numbersIn(product, profile).find((number) => number !== '')
}

/** Lists the products of a number that have not ended: the line itself, and its bundles where they are products. */
export async function productsOf(client: TmfClient, msisdn: string): Promise<Found<Product>> {
  const { profile } = client
  const { filter, numbersIn } = numberFields[profile.number.field]
  const { rows, isComplete } = await client.search(
    { api: 'inventory', name: 'product' },
    {
      filter: { [filter]: client.numberOf(msisdn) },
      row: Product,
      matches: (product) => numbersIn(product, profile).some((text) => client.isNumber(text, msisdn)),
    },
  )
  const { endedStates } = profile.lineType
  return { rows: rows.filter(({ status = '' }) => !endedStates.includes(fold(status))), isComplete }
}

/** Finds the product that is the line itself; bundles and ended products are skipped. */
export async function findLine(client: TmfClient, msisdn: string): Promise<FoundLine | undefined> {
  const { rows, isComplete } = await productsOf(client, msisdn)
  const line = rows.map((product) => lineOf(product, client.profile)).find((one) => one !== undefined)
  if (line === undefined && !isComplete) throw broken('product: no line, and the list is not complete')
  return line
}

function lineOf(
  product: Product,
  { lineSpecs, lineType: { characteristic, values } }: TmfProfile,
): FoundLine | undefined {
  const spec = [product.productSpecification, product.productOffering]
    .map((ref) => (ref !== undefined && Object.hasOwn(lineSpecs, ref.id) ? lineSpecs[ref.id] : undefined))
    .find((one) => one !== undefined)
  if (spec === undefined) return undefined
  const own = textOf(product, characteristic) ?? ''
  const upper = own.trim().toUpperCase()
  const lineType = spec.lineType ?? meaningOf(values, own) ?? (isLineType(upper) ? upper : undefined)
  const account = product.billingAccount?.id
  return (
    lineType && {
      productId: product.id,
      lineType,
      isBroadband: spec.isBroadband,
      ...(account !== undefined && { account }),
    }
  )
}

export function createTmfLineSource(options: TmfOptions): LineSource {
  const client = createTmfClient(options)

  return {
    async lineOf(msisdn) {
      const line = await findLine(client, msisdn)
      if (line === undefined) return { found: false }
      return { found: true, lineType: line.lineType, isBroadband: line.isBroadband }
    },
  }
}
