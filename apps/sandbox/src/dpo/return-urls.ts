import type { Transaction } from './transaction.ts'

function withFields(url: string, fields: Readonly<Record<string, string>>): string {
  const joint = url.includes('?') ? '&' : '?'
  return `${url}${joint}${new URLSearchParams(fields)}`
}

/** Where the customer goes after paying. */
export function redirectUrlOf({ redirectUrl, companyRef, token, payment }: Transaction): string | undefined {
  if (redirectUrl === '') return undefined
  return withFields(redirectUrl, {
    TransID: token,
    CCDapproval: payment?.approval ?? '',
    PnrID: companyRef,
    TransactionToken: token,
    CompanyRef: companyRef,
  })
}

/** Where the customer goes without having paid. */
export function backUrlOf({ backUrl, companyRef, token }: Transaction): string | undefined {
  return backUrl === '' ? undefined : withFields(backUrl, { TransactionToken: token, CompanyRef: companyRef })
}
