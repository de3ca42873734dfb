import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { SendResult } from '@nyanja/server/otp/code-text'
import type { BalanceEntry } from '@nyanja/server/subscriber/balances'
import { type BalanceResponse, lineTypeCheck, queryBalance } from '../../../contract/balance.ts'
import { unlimitedBalance } from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed, maskedNumber } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { sendFailure, workOf } from './otp-api.ts'

type ServiceType = BalanceResponse['serviceType']
type BalancePortal = Pick<Portal, 'balances' | 'codes' | 'contacts' | 'lines' | 'market' | 'challenges'>

interface BalanceCaller {
  readonly msisdn: string
  readonly client: string
}

export function serveBalances(api: Api, portal: BalancePortal): void {
  const { balances, codes, contacts, lines, market, challenges } = portal

  /**
   * Returns the balances that the proof opens. Before a payment the proof is only checked, since the payment spends
   * it.
   */
  async function openedBy(uniqueCode: string, { msisdn, client }: BalanceCaller): Promise<readonly ServiceType[]> {
    const proven = await codes.findProvenBinding({ uniqueCode })
    if (proven === undefined || proven.subject !== client) return []
    if (proven.purpose === 'airtime_payment') return proven.msisdn === msisdn ? ['AIRTIME'] : []
    const isTheirs = proven.msisdn === msisdn || proven.msisdn === (await contacts.handsetOf(msisdn))
    const isGood = isTheirs && (await codes.consume({ uniqueCode }, { ...proven, purpose: 'balance' }))
    return isGood ? ['AIRTIME', 'DATA'] : []
  }

  /** The caller requests the code itself for a phone, by its number. */
  async function codeFor({ msisdn, client }: BalanceCaller, data: { solution?: string }) {
    const line = await lines.check(msisdn)
    if (line.outcome !== 'line' || !line.isBroadband) return undefined
    const handset = await contacts.handsetOf(msisdn)
    const sent: SendResult = await codes.send({
      purpose: 'balance',
      msisdn: handset,
      payer: msisdn,
      subject: client,
      channel: client,
      language: market.languages[0].code,
      ...workOf(data),
    })
    return { handset, sent }
  }

  serve(api, queryBalance, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const { msisdn } = number
    if (data.uniqueCode === undefined && data.requestType !== undefined) {
      const code = await codeFor({ msisdn, client }, data)
      if (code === undefined) return failed('invalid_number')
      const { handset, sent } = code
      return sent.outcome === 'sent'
        ? succeed({ otpRecipient: maskedNumber(handset, market) ?? '', txnRefId: sent.refId })
        : sendFailure(challenges, sent)
    }
    const opened = await openedBy(data.uniqueCode ?? '', { msisdn, client })
    if (opened.length === 0) return failed('proof_missing')
    const chosen = data.serviceType?.toUpperCase()
    const shown = opened.filter((serviceType) => chosen === undefined || serviceType === chosen)
    return succeed((await balances.of(msisdn)).flatMap((entry) => serializeBalance(entry, shown)))
  })
}

function serializeBalance(entry: BalanceEntry, shown: readonly ServiceType[]): BalanceResponse[] {
  const { description, balance, unit, endsAt } = entry
  const serviceType = shown.find((one) => one === entry.serviceType)
  if (serviceType === undefined) return []
  return [
    {
      serviceType,
      balanceDescription: description,
      balanceType: balance === undefined ? 'UNLIMITED' : 'LIMITED',
      balance: balance === undefined ? unlimitedBalance : Number(balance),
      unitType: unit,
      ...(endsAt === undefined ? {} : { expireTime: new Date(endsAt).toISOString() }),
    },
  ]
}

export function serveSubscribers(api: Api, { lines }: Pick<Portal, 'lines'>): void {
  serve(api, lineTypeCheck, async ({ input: { msisdn, checkIfBroadband }, succeed }) => {
    const line = await lines.check(msisdn)
    const isAskedKind = line.outcome === 'line' && (line.isBroadband || !checkIfBroadband)
    return isAskedKind ? succeed(line.lineType) : failed('invalid_number')
  })
}
