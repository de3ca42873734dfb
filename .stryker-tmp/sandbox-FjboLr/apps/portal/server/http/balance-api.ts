// @ts-nocheck
import { parseMsisdn } from '@nyanja/domain/msisdn'
import { type BalanceOnWire, queryBalance } from '../../contract/balance.ts'
import { unlimitedOnWire } from '../../contract/product.ts'
import type { OtpBinding } from '../otp/one-time-code.ts'
import type { Portal } from '../portal.ts'
import type { BalanceEntry } from '../subscriber/balance-source.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

type ServiceType = BalanceOnWire['serviceType']
type BalancePortal = Pick<Portal, 'balances' | 'codes' | 'market'>

export function serveBalances(api: Api, { balances, codes, market }: BalancePortal): void {
  /** Which balances the proof opens. Before a payment it is only looked at, since the payment is what spends it. */
  async function openedBy(uniqueCode: string, binding: Omit<OtpBinding, 'purpose'>): Promise<readonly ServiceType[]> {
    if (await codes.consume({ uniqueCode }, { ...binding, purpose: 'balance' })) return ['AIRTIME', 'DATA']
    const proven = await codes.provenBy({ uniqueCode })
    const isTheirs = proven?.msisdn === binding.msisdn && proven.subject === binding.subject
    return isTheirs && proven.purpose === 'airtime_payment' ? ['AIRTIME'] : []
  }

  serve(api, queryBalance, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const { msisdn } = number
    const opened = await openedBy(data.uniqueCode ?? '', { msisdn, subject: client })
    if (opened.length === 0) return failed('proof_missing')
    const asked = data.serviceType?.toUpperCase()
    const shown = opened.filter((serviceType) => asked === undefined || serviceType === asked)
    return succeed((await balances.of(msisdn)).flatMap((entry) => balanceOnWire(entry, shown)))
  })
}

function balanceOnWire(entry: BalanceEntry, shown: readonly ServiceType[]): BalanceOnWire[] {
  const { description, balance, unit, endsAt } = entry
  const serviceType = shown.find((one) => one === entry.serviceType)
  if (serviceType === undefined) return []
  return [
    {
      serviceType,
      balanceDescription: description,
      balanceType: balance === undefined ? 'UNLIMITED' : 'LIMITED',
      balance: balance === undefined ? unlimitedOnWire : Number(balance),
      unitType: unit,
      ...(endsAt === undefined ? {} : { expireTime: new Date(endsAt).toISOString() }),
    },
  ]
}
