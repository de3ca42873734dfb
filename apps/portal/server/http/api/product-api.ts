import { type Bundle, broadbandCategory } from '@nyanja/domain/bundles/bundle'
import { type Money, majorText } from '@nyanja/domain/money/money'
import { isLineType } from '@nyanja/domain/numbers/msisdn'
import type { BuyingLine } from '@nyanja/server/subscriber/bundles'
import {
  type BundleResponse,
  bundles as bundlesOperation,
  defaultPeriodType,
  unlimitedBalance,
} from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

type Volume = { readonly value: number; readonly unit: string } | number | 'unlimited' | undefined

function volumeOf(volume: Volume): { readonly value: number; readonly unit: string } {
  if (volume === undefined) return { value: 0, unit: '' }
  if (volume === 'unlimited') return { value: unlimitedBalance, unit: '' }
  return typeof volume === 'number' ? { value: volume, unit: '' } : volume
}

/** Amounts in major units, as channels read them. */
export function serializeAmount(amount: Money): number {
  return Number(majorText(amount))
}

export function serializeBundle(bundle: Bundle): BundleResponse {
  const { name, category, description, period, validity, price, productCode, lineType } = bundle
  const [data, voice, sms] = [volumeOf(bundle.data), volumeOf(bundle.voice), volumeOf(bundle.sms)]
  return {
    name,
    category,
    description,
    data: data.value,
    dataUnit: data.unit,
    voice: voice.value,
    voiceUnit: voice.unit,
    sms: sms.value,
    validity: validity === 'unlimited' ? unlimitedBalance : validity.amount,
    validityUnit: validity === 'unlimited' ? '' : validity.unit.toUpperCase(),
    periodType: period || defaultPeriodType,
    amount: serializeAmount(price),
    currency: price.currency,
    productCode,
    lineType,
    linetype: lineType,
  }
}

/** Channels have these names for the services of the catalogue. */
const categoryByService: Readonly<Record<string, string>> = {
  hbb: broadbandCategory,
  hbb_odu_aw: broadbandCategory,
}

interface LineQuery {
  readonly msisdn?: string
  readonly lineType?: string
  readonly category?: string
}

export function serveProducts(api: Api, { lines, bundles }: Pick<Portal, 'lines' | 'bundles'>): void {
  /** The number decides the line type, not the caller. */
  async function lineOf({ msisdn, lineType = 'PREPAID', category }: LineQuery): Promise<BuyingLine | undefined> {
    if (msisdn === undefined)
      return isLineType(lineType) ? { lineType, isBroadband: category === broadbandCategory } : undefined
    const line = await lines.check(msisdn)
    return line.outcome === 'line' ? line : undefined
  }

  serve(api, bundlesOperation, async ({ input, succeed }) => {
    const { msisdn, lineType, serviceType } = input.data
    const service = serviceType?.toLowerCase()
    const chosen = service && (categoryByService[service] ?? service)
    const line = await lineOf({ msisdn, lineType: lineType?.toUpperCase(), category: chosen })
    if (line === undefined) return failed('invalid_number')
    const offered = await bundles.forLine(line)
    return succeed(offered.filter(({ category }) => chosen === undefined || category === chosen).map(serializeBundle))
  })
}
