import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { PendingCode } from '@nyanja/server/otp/one-time-codes'
import type { Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { codeView } from '../code/code-texts.ts'
import { unbroken } from '../format/unbroken.ts'
import { languageOf } from '../visitor-language.ts'
import { type Consent, currencyIn } from './consent.ts'
import { segmentOf } from './methods.ts'
import { hrefsAt } from './order-page.ts'
import { methodFor } from './payer-code.ts'

interface PayerCode {
  readonly order: Order
  readonly pending: PendingCode
  readonly consent: Consent
}

/** The page for the code of a payer; back leads to the way to pay that asked for it. */
export function payerCodeView(portal: Portal, url: URL, { order, pending, consent }: PayerCode) {
  const { market, content } = portal
  const method = methodFor(pending.purpose)
  const backHref = hrefsAt(url).paymentStart({
    order: order.id,
    ...(method !== undefined && { method: segmentOf(method, market) }),
    ...currencyIn(consent),
  })
  const { anotherWay, codeFor } = content.page('orp-translation', languageOf(url, market))
  const { charged } = consent
  return {
    ...codeView(portal, url, pending, { backHref, otherMethod: anotherWay }),
    pays: charged && fill(codeFor, { amount: unbroken(displayMoney(charged)) }),
  }
}
