/** Another page for a number, in words. */
export interface OfferView {
  readonly heading: string
  readonly text: string
  /** Posts the number on. */
  readonly action: { readonly href: string; readonly text: string }
}
