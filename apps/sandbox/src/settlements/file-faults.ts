import type { Line } from './settlement-lines.ts'

/** What can be wrong in a statement of the bank: a payout is missing, or its closing balance is another one. */
export const bankFaultKinds = ['missing_row', 'wrong_balance'] as const
type BankFaultKind = (typeof bankFaultKinds)[number]

export interface BankFault {
  readonly kind: BankFaultKind
  /** The payout, or the day of the statement. */
  readonly reference: string
}

/** What can be wrong in a file that the provider's records have right. */
export const fileFaultKinds = [
  'missing_row',
  'extra_row',
  'other_amount',
  'duplicate_row',
  'other_currency',
  'wrong_fee',
  'uncontracted_fee',
  'wrong_day',
] as const
export type FileFaultKind = (typeof fileFaultKinds)[number]

export interface FileFault {
  readonly kind: FileFaultKind
  /** The payment that it is about; an invented one for an extra row. */
  readonly reference: string
}

const dayMs = 86_400_000

/** The lines in place of the one that the fault is about. */
const effects: Readonly<Record<FileFaultKind, (line: Line) => readonly Line[]>> = {
  missing_row: () => [],
  extra_row: (line) => [line],
  other_amount: (line) => [{ ...line, minor: line.minor + 12_300, netMinor: line.netMinor + 12_300 }],
  duplicate_row: (line) => [line, line],
  other_currency: (line) => [{ ...line, currency: line.currency === 'USD' ? 'ZAR' : 'USD' }],
  wrong_fee: (line) => [{ ...line, feeMinor: line.feeMinor + 700 }],
  uncontracted_fee: (line) => [{ ...line, feeMinor: line.feeMinor + 1300, netMinor: line.netMinor - 1300 }],
  wrong_day: (line) => [{ ...line, at: line.at - 3 * dayMs }],
}

/** Returns the file's lines with its faults. */
export function withFaults(lines: readonly Line[], faults: readonly FileFault[]): readonly Line[] {
  const [first] = lines
  const faulty = lines.flatMap((line) => {
    const fault = line.kind === 'payment' ? faults.find(({ reference }) => reference === line.reference) : undefined
    return fault === undefined ? [line] : effects[fault.kind](line)
  })
  if (first === undefined) return faulty
  const extra = faults.filter(({ kind }) => kind === 'extra_row')
  const invented = extra.map(({ reference }) => ({
    ...first,
    kind: 'payment' as const,
    reference,
    providerReference: `P${reference}`,
  }))
  return [...faulty, ...invented]
}

/** Picks a payment of the file without a fault yet. */
export function pickTarget(lines: readonly Line[], faults: readonly FileFault[]): string | undefined {
  const taken = new Set(faults.map(({ reference }) => reference))
  return lines.find(({ kind, reference }) => kind === 'payment' && !taken.has(reference))?.reference
}
