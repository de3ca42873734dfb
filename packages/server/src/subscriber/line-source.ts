import type { LineType } from '@nyanja/domain/numbers/line'

export type Line =
  | { readonly found: true; readonly lineType: LineType; readonly isBroadband: boolean }
  | { readonly found: false }

/** Knows which line belongs to a number. Throws when the BSS is silent or broken. */
export interface LineSource {
  /** Nine national digits. */
  lineOf(msisdn: string): Promise<Line>
}
