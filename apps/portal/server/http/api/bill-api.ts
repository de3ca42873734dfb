import { readLineAccount } from '@nyanja/domain/bills/account-number'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { billOfLine, validateAccount } from '../../../contract/bill.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { serializeAmount } from './serialize-bundle.ts'

const matchFailures = {
  differs: 'account_differs',
  no_account: 'unknown_account',
  tries_spent: 'attempts_exhausted',
} as const

export function serveBills(api: Api, { bills, codes, market }: Pick<Portal, 'bills' | 'codes' | 'market'>): void {
  async function billOf(msisdn: string) {
    const found = await bills.ofLine(msisdn)
    if (found === undefined) return undefined
    const { account, left } = found
    return { accountNo: account, totalOutstanding: serializeAmount(left), currency: left.currency }
  }

  serve(api, billOfLine, async ({ input: { msisdn, otpId }, client, succeed }) => {
    const number = parseMsisdn(msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const binding = { purpose: 'invoice', msisdn: number.msisdn, subject: client } as const
    if (!(await codes.consume({ refId: otpId }, binding))) return failed('proof_missing')
    const bill = await billOf(number.msisdn)
    return bill === undefined ? failed('unknown_account') : succeed(bill)
  })

  serve(api, validateAccount, async ({ input: { msisdn, accountNo }, succeed }) => {
    const number = parseMsisdn(msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const account = readLineAccount(accountNo)
    if (account.outcome !== 'valid') return failed('invalid_account')
    const match = await bills.match(number.msisdn, account.account)
    if (match.outcome !== 'matches') return failed(matchFailures[match.outcome])
    const bill = await billOf(number.msisdn)
    return bill === undefined ? failed('unknown_account') : succeed(bill)
  })
}
