import type { CorrectionView } from '../corrections/correction-note.ts'
import type { KeepFault, KeepView } from '../saved-numbers/keep-view.ts'
import type { PaymentTexts } from './order-facts.ts'
import type { StatusView } from './status-view.ts'

export interface StatusPageProps {
  readonly id: string
  readonly view: StatusView
  /** Where the page asks whether anything has changed. */
  readonly watchHref: string
  readonly shareHref: string
  /** How often the page asks, where that is bounded. */
  readonly poll?: { readonly pauseSeconds: number; readonly maxTries: number }
  /** The page that the order was begun on. */
  readonly backHref: string
  /** For a tab that began the payment and came back without the order's id: by this it knows which one to add. */
  readonly orderDigest?: string
  readonly correction: CorrectionView
  /** Only for the holder of the order, once it has arrived. */
  readonly keep?: KeepView
  readonly fault?: KeepFault
  readonly texts: Pick<
    PaymentTexts,
    | 'back'
    | 'progress'
    | 'refreshNote'
    | 'refreshStopped'
    | 'summary'
    | 'reference'
    | 'transactionId'
    | 'copy'
    | 'copied'
    | 'share'
    | 'shareText'
    | 'linkCopied'
    | 'print'
    | 'linkNote'
  >
}
