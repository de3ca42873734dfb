import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { type Money, majorText } from '@nyanja/domain/money/money'
import { type BundleResponse, defaultPeriodType, unlimitedBalance } from '../../../contract/product.ts'

type Volume = { readonly value: number; readonly unit: string } | number | 'unlimited' | undefined

function volumeOf(volume: Volume): { readonly value: number; readonly unit: string } {
  if (volume === undefined) return { value: 0, unit: '' }
  if (volume === 'unlimited') return { value: unlimitedBalance, unit: '' }
  return typeof volume === 'number' ? { value: volume, unit: '' } : volume
}

/** Major units, as channels read amounts. */
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
