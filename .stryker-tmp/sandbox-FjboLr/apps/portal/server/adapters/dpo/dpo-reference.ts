/** What DPO calls one transaction: the token opens the payment page and verifies, the ref finds its refund. */
// @ts-nocheck

export interface DpoReference {
  readonly token: string
  readonly ref?: string
}

// Neither a GUID nor a ref contains it.
const separator = '/'

export function joinReference({ token, ref }: DpoReference): string {
  return ref === undefined ? token : `${token}${separator}${ref}`
}

export function splitReference(text: string | undefined): DpoReference | undefined {
  const [token, ref] = (text ?? '').split(separator)
  if (token === undefined || token === '') return undefined
  return ref === undefined || ref === '' ? { token } : { token, ref }
}
