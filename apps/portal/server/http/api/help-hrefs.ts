import type { Destination } from '@nyanja/domain/help'

/** The pages' own addresses, as the wire form has them: without the slash before. */
export const wireHrefs = {
  contact: 'contact-us',
  shops: 'storeLocator',
  dealers: 'storeLocator?kind=dealers',
  feedback: 'give_your_feedback',
  loans: 'more-nyanja-money',
} as const satisfies Record<Destination, string>
