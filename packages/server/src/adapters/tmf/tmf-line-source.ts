import { isLineType, type LineType } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { LineSource } from '../../subscriber/lines.ts'
import type { TmfProfile } from './profile.ts'
import { createTmfClient, Id, maybe, Ref, type TmfClient, type TmfOptions } from './tmf-client.ts'

const Product = z.object({
  id: Id,
  status: maybe(z.string()),
  productSerialNumber: maybe(z.string()),
  productSpecification: maybe(z.object({ id: maybe(Id) })),
  billingAccount: maybe(Ref),
  productCharacteristic: maybe(z.array(z.object({ name: maybe(z.string()), value: z.unknown() }))),
})
type Product = z.infer<typeof Product>

interface FoundLine {
  readonly productId: string
  readonly lineType: LineType
  readonly isBroadband: boolean
  readonly account?: string
}

const over = ['terminated', 'cancelled', 'aborted']

/** The product that is the line itself; bundles and ended products are skipped. */
export async function findLine(client: TmfClient, msisdn: string): Promise<FoundLine | undefined> {
  const number = client.numberOf(msisdn)
  const products = await client.list({ api: 'inventory', name: 'product' }, { productSerialNumber: number }, Product)

  return (
    products
      .filter((product) => product.productSerialNumber === number)
      // The definition itself has a trailing space in one of the values.
      .filter(({ status = '' }) => !over.includes(status.trim()))
      .map((product) => lineOf(product, client.profile))
      .find((line) => line !== undefined)
  )
}

function lineOf(product: Product, { lineSpecs }: TmfProfile): FoundLine | undefined {
  const spec = lineSpecs[product.productSpecification?.id ?? '']
  if (spec === undefined) return undefined
  const own = product.productCharacteristic?.find(({ name }) => name === 'lineType')?.value
  const lineType = spec.lineType ?? (typeof own === 'string' && isLineType(own) ? own : undefined)
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
