import { clockOf } from '@nyanja/web/format/clock'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { translateChoice } from '../format/bundle-texts.ts'
import { privateHeaders } from '../format/headers.ts'
import { capturedAt } from '../order/customer-stage.ts'
import { findPayment, hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { hasReceipt, receiptOf } from './receipt-document.ts'

/** The receipt as a PDF; without one, the page of the payment says why. */
export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const portal = context.get(portalContext)
  const { market, content, receipts } = portal
  const payment = await findPayment(portal, params.id)
  if (payment === undefined || !hasReceipt(payment, portal.now()))
    return redirect(hrefsAt(url).status(params.id ?? ''), { status: 303, headers: privateHeaders })
  const language = languageOf(url, market)
  const { attempt, order } = payment
  const { receiptText, facts } = receiptOf(
    { ...payment, order: translateChoice(order, language) },
    {
      market,
      language,
      texts: content.page('orp-translation', language),
      bundleTexts: content.page('recharge-translation', language),
      receiptTexts: content.page('receipt-translation', language),
      clock: clockOf(market, language),
      taxes: receipts.taxesIn(attempt.amount, { kind: order.choice.kind, at: capturedAt(attempt) }),
    },
  )
  return new Response(await receipts.pdf(receiptText, facts), {
    headers: {
      ...privateHeaders,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${attempt.reference}.pdf"`,
    },
  })
}
