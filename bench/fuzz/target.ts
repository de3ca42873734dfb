import type fc from 'fast-check'

/** A reader of input that others write. */
export interface Target {
  readonly name: string
  /** Its part of ten million inputs, in thousands: the slower the reader, the fewer. */
  readonly thousands: number
  readonly inputs: fc.Arbitrary<Buffer>
  /** Throws, or rejects, where it neither understood nor refused the input: that is a finding. */
  read(input: Buffer): unknown
}
