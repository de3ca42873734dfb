/** What the bank calls one transaction, and when we registered it: until its window is past nothing is final. */
// @ts-nocheck

export interface UbaReference {
  readonly transactionId: string
  /** Epoch milliseconds. */
  readonly registeredAt: number
}

// No id contains it.
const separator = '/'

export function joinReference({ transactionId, registeredAt }: UbaReference): string {
  return `${transactionId}${separator}${registeredAt}`
}

export function splitReference(text: string | undefined): UbaReference | undefined {
  const [transactionId = '', registeredAt = ''] = (text ?? '').split(separator)
  if (transactionId === '' || !/^\d+$/.test(registeredAt)) return undefined
  return { transactionId, registeredAt: Number(registeredAt) }
}
