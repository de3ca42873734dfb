import type { Currency } from '@nyanja/domain/money/money'
import { PortalError } from '../../common/errors.ts'
import type { BalanceEntry, BalanceSource } from '../../subscriber/balance-source.ts'
import { type Bucket, bucketsOf, monetary } from './buckets.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'
import { decimalText, roundedDown } from './wire.ts'

export interface TmfBalanceOptions extends TmfOptions {
  readonly currency: Currency
  readonly now?: () => number
}

const serviceTypes: Readonly<Record<string, BalanceEntry['serviceType']>> = {
  [monetary]: 'AIRTIME',
  voice: 'VOICE',
  sms: 'SMS',
}

export function createTmfBalanceSource(options: TmfBalanceOptions): BalanceSource {
  const client = createTmfClient(options)
  const { currency, now = Date.now } = options

  return {
    async balancesOf(msisdn) {
      const entries = (await bucketsOf(client, msisdn)).map((bucket) => entryOf(bucket, currency))
      return entries.filter(({ endsAt }) => endsAt === undefined || endsAt > now())
    },
  }
}

function entryOf(bucket: Bucket, currency: Currency): BalanceEntry {
  const { id, name = id, usageType = '', remainingValue, validFor } = bucket
  const unit = remainingValue?.units ?? ''
  if (usageType === monetary && unit !== currency) {
    throw new PortalError('provider_broke_contract', 'bss bucket: money of another currency')
  }
  const balance = balanceOf(bucket)
  const end = validFor?.endDateTime

  return {
    serviceType: serviceTypes[usageType] ?? 'DATA',
    description: name,
    unit,
    ...(balance !== undefined && { balance }),
    ...(end !== undefined && { endsAt: Date.parse(end) }),
  }
}

/** Undefined means unlimited, which some servers say as -1. Money may really be -1. */
function balanceOf({ usageType, remainingValue }: Bucket): string | undefined {
  if (remainingValue?.amount === undefined) return undefined
  const text = decimalText(remainingValue.amount)
  if (text === undefined) throw new PortalError('provider_broke_contract', 'bss bucket: an amount that is no decimal')

  if (usageType === monetary) return roundedDown(text)
  return text === '-1' ? undefined : text
}
