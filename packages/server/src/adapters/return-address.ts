/**
 * Some providers append their own query to the return address or post it, and do not document whether an existing query
 * is kept. The payment is found by our parameters in any case; the last one absorbs a malformed suffix.
 */
export function returnAddress(url: string, name: string, id: string): string {
  const address = new URL(url)
  address.searchParams.set(name, id)
  address.searchParams.set('end', '')
  return address.href
}
