import { invoiceNumbers } from '@nyanja/domain/bills/bill'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'
import { languageOf } from '../page-language.ts'
import { fixedLineTexts } from './account-texts.ts'
import type { InvoiceFault } from './invoice-step.ts'

const longestNumber = 40

/** Why nothing was begun, and what helps. */
export function invoiceMessage({ market, content, amountLimits }: Portal, url: URL, fault: InvoiceFault): string {
  const language = languageOf(url, market)
  const texts = fixedLineTexts({ market, content }, url)
  const { amountMin, amountMax } = content.page('recharge-translation', language)
  const { min, max } = amountLimits.bill
  if (fault.outcome === 'paid_meanwhile') {
    const missing = fault.missing.map((number) => ({ invoiceNo: number.slice(0, longestNumber) }))
    return fill(texts.paidMeanwhile, { numbers: invoiceNumbers(missing) })
  }
  const messages = {
    none_chosen: texts.chooseOne,
    overdue_changed: texts.overdueChanged,
    below_minimum: `${fill(amountMin, { min: plain(min) })}. ${texts.belowMinimumText}`,
    above_maximum: `${fill(amountMax, { max: plain(max) })}. ${texts.aboveMaximumText}`,
    service_silent: content.page('errors-translation', language).serviceSilent,
  } as const satisfies Record<Exclude<InvoiceFault['outcome'], 'paid_meanwhile'>, string>
  return messages[fault.outcome]
}

/** Without the currency, which is part of the sentence. */
const plain = (amount: Money) => displayMoney(amount).slice(amount.currency.length + 1)
