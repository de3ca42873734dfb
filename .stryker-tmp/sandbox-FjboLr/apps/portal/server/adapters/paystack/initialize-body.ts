// @ts-nocheck
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import { returnAddress } from '../return-address.ts'

/** What Paystack wants to know of a payment before it opens a page. Amounts are hundredths in every currency. */
export function initializeBody(request: PaymentRequest, channels: readonly string[]): string {
  const { id, amount, description, email, returnUrl, cancelUrl } = request
  return JSON.stringify({
    reference: id,
    amount: amount.minor,
    currency: amount.currency,
    email,
    // Stands on the checkout in place of the e-mail address.
    label: description,
    callback_url: returnAddress(returnUrl, 'txref', id),
    channels,
    // Paystack adds nothing to this address.
    metadata: { cancel_action: returnAddress(cancelUrl, 'txref', id) },
  })
}
