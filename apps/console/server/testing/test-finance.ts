import { day as dayMs } from '@nyanja/domain/time'
import type { TestConsole } from './test-console.ts'

const heading =
  'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'

/** Writes a Paystack file with rows for these ids, which are unknown to the portal. */
export const paystackFile = (at: number, ...ids: readonly string[]): string => {
  const time = new Date(at).toISOString().replace(/[.]\d+/, '')
  return [heading, ...ids.map((id) => `${id},REF-${id},transaction,5000,,,MWK,${time},,`), ''].join('\n')
}

export function settlementForm(text: string, { format = 'paystack', name = 'nov.csv' } = {}): FormData {
  const form = new FormData()
  form.set('format', format)
  form.set('from', '')
  form.set('to', '')
  form.set('file', new File([text], name, { type: 'text/csv' }))
  return form
}

/** Returns the addresses of a closed day with a payment, of an import and of its difference. */
export async function someFinance({ paid, clock, console, upload, signIn }: TestConsole) {
  await paid()
  const day = console.today()
  const file = paystackFile(clock.now, 'T1')
  clock.now += 2 * dayMs
  await console.finance.closing.closeNext()
  const cookie = await signIn('finance')
  const { headers } = await upload('/finance/settlements', settlementForm(file), cookie)
  const [found] = await console.reconciliation.cases.list({ state: 'open' }, 10)
  const importPath = String(headers.location).replace(/[?].*/, '')
  return { day, importPath, importId: importPath.split('/').at(-1) ?? '', caseId: String(found?.id ?? '') }
}
