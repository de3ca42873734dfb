// @ts-nocheck
import type { PaymentTexts } from './order-facts.ts'
import type { StatusView } from './status-view.ts'

export interface StatusPageProps {
  readonly id: string
  readonly view: StatusView
  /** Where the page asks whether anything has changed. */
  readonly watchHref: string
  readonly shareHref: string
  readonly texts: Pick<
    PaymentTexts,
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
