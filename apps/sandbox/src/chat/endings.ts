import { numberAt, textAt } from '../core/json.ts'
import { sentence, sum } from './chat-words.ts'
import type { Answer } from './portal-door.ts'

/** What to tell the customer of a payment that is over. Undefined while it is not. */
export function endIn({ isGood, result }: Answer): string | undefined {
  const status = isGood ? textAt(result, 'status') : undefined
  const reference = `Reference ${textAt(result, 'refTransactionId')}.`
  if (status === 'SUCCESS') {
    const bundle = textAt(result, 'bundleDescription')
    const what = bundle ?? `${sum(textAt(result, 'currencyCode') ?? '', numberAt(result, 'amount') ?? 0)} of airtime`
    return `Thank you! ${what} is on ${textAt(result, 'mobileNumber')}. ${reference}`
  }
  if (status !== 'FAILED') return undefined
  const reason = textAt(result, 'statusReason')
  return `Not successful.${reason === undefined ? '' : ` ${sentence(reason)}`} ${reference}`
}
