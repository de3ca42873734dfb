/** Knows whom the operator reaches about a line. Throws when the BSS is silent or broken. */
export interface ContactSource {
  /** Nine national digits, in and out; undefined where the BSS knows nobody. */
  contactOf(msisdn: string): Promise<string | undefined>
}
