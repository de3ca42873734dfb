/**
 * PayChangu adds its own query to where the visitor comes back, and nobody says whether it minds that there is one
 * already. Named by us, the payment is found either way; whatever is damaged is the last name, which means nothing.
 */
export function returnAddress(url: string, id: string): string {
  const address = new URL(url)
  address.searchParams.set('tx_ref', id)
  address.searchParams.set('from', 'paychangu')
  return address.href
}
