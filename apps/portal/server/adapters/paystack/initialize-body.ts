import type { PaymentRequest } from '../../payments/payment-gateway.ts'

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
    callback_url: returnUrl,
    channels,
    metadata: { cancel_action: withReference(cancelUrl, id) },
  })
}

/** Paystack adds nothing to this address, so it has to name the payment itself. */
function withReference(url: string, id: string): string {
  const address = new URL(url)
  address.searchParams.set('txref', id)
  return address.href
}
