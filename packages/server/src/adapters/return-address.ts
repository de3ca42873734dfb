/**
 * Some providers add their own query to where the visitor comes back, or post it, and nobody says whether they mind
 * that there is one already. Named by us, the payment is found in any case; the last name takes the damage, if any.
 */
export function returnAddress(url: string, name: string, id: string): string {
  const address = new URL(url)
  address.searchParams.set(name, id)
  address.searchParams.set('end', '')
  return address.href
}
