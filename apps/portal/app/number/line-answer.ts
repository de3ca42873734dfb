import type { OfferView } from './offer-view.ts'

/** What the live check of a number field says, as JSON. Nothing is kept of it: the form is judged again when it is sent. */
export type LineAnswer =
  | { readonly is: 'ready' | 'fault' | 'unchecked'; readonly text: string }
  | { readonly is: 'offer'; readonly offer: OfferView }
