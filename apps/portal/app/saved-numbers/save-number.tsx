import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import {
  isSavedNumber,
  keepEntry,
  longestLabel,
  mostSavedEntries,
  readLabel,
} from '@nyanja/domain/numbers/saved-numbers'
import { fill } from '@nyanja/domain/texts/fill'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Portal } from '../../server/portal.ts'
import { PostForm } from '../form/post-form.tsx'
import { unbroken } from '../format/text.ts'
import { hrefs } from '../hrefs.ts'
import type { CustomerStage } from '../order/customer-stage.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/notes.tsx'
import { savedCookie, savedOn } from './saved-choice.ts'

interface KeepNumberProps {
  readonly keep: KeepView
  readonly fault?: KeepFault
}

/** An offer to save the number; after that, its result. */
export function KeepNumber({ keep, fault }: KeepNumberProps) {
  if (keep.state !== 'offered')
    return (
      <div className="section keep" id="keep">
        <Note tone={keep.state === 'kept' ? 'ok' : 'info'}>
          <b>{keep.heading}</b> {keep.text}{' '}
          <a className="link" href={keep.link.href}>
            {keep.link.text}
          </a>
        </Note>
        {keep.renewal !== undefined && (
          <PostForm className="field">
            <input type="hidden" name="label" value={keep.renewal.label} />
            <Button variant="second">{keep.renewal.button}</Button>
          </PostForm>
        )}
      </div>
    )
  const { heading, text, label, hint, button } = keep.texts
  return (
    <section className="section keep" aria-labelledby="keep-heading">
      <h2 id="keep-heading">{heading}</h2>
      <p>{text}</p>
      <PostForm noValidate>
        <Field
          id="label"
          label={label}
          hint={hint}
          error={fault?.text}
          autoComplete="off"
          defaultValue={fault?.typed ?? ''}
        />
        <p className="field">
          <Button variant="second">{button}</Button>
        </p>
      </PostForm>
    </section>
  )
}

type Reading = Pick<Portal, 'savedNumbers' | 'market' | 'content'>

export type KeepView =
  | { readonly state: 'offered'; readonly texts: KeepTexts }
  | {
      readonly state: 'kept' | 'full'
      readonly heading: string
      readonly text: string
      readonly link: KeepLink
      /** The number is saved with another purchase than this one. */
      readonly renewal?: { readonly label: string; readonly button: string }
    }

interface KeepLink {
  readonly href: string
  readonly text: string
}

interface KeepTexts {
  readonly heading: string
  readonly text: string
  readonly label: string
  readonly hint: string
  readonly button: string
}

export interface KeepFault {
  readonly heading: string
  readonly typed: string
  readonly text: string
}

interface Kept {
  readonly customerStage: CustomerStage
  readonly holdsOrder: boolean
  readonly now: number
}

/** For the visitor who has just paid the order, not for one who finds the receipt later. */
export function isFresh({ order }: Pick<OrderedPayment, 'order'>, { customerStage, holdsOrder, now }: Kept): boolean {
  return holdsOrder && customerStage === 'done' && now < order.expiresAt
}

/**
 * For the visitor who chose the number, once its line has its delivery, and while the order itself still shows it: not
 * a visitor who was asked to pay. The number of an account is not chosen.
 */
export function mayKeep(payment: Pick<OrderedPayment, 'order'>, seen: Kept): boolean {
  const { payLink, account, msisdn } = payment.order
  return isFresh(payment, seen) && payLink === undefined && account === undefined && msisdn !== ''
}

const faultTexts = { missing: 'labelMissing', too_long: 'labelTooLong' } as const

function textsAt({ content, market }: Pick<Reading, 'content' | 'market'>, url: URL) {
  return content.page('saved-numbers-translation', languageOf(url, market))
}

export async function keepView(
  portal: Reading,
  request: Request,
  url: URL,
  { msisdn, payment }: KeptPurchase,
): Promise<KeepView> {
  const texts = textsAt(portal, url)
  const entries = await savedOn(portal, request)
  const link = { href: hrefs(languagePrefixOf(url.pathname)).forgetPhone(), text: texts.seeAll }
  const known = entries.filter(isSavedNumber).find((one) => one.msisdn === msisdn)
  if (known !== undefined)
    return {
      ...{ state: 'kept', heading: fill(texts.kept, { label: known.label }), text: texts.keptText, link },
      ...(payment !== undefined &&
        known.payment !== payment && { renewal: { label: known.label, button: texts.keepThis } }),
    }
  if (entries.length >= mostSavedEntries)
    return { state: 'full', heading: fill(texts.full, { count: entries.length }), text: texts.fullText, link }
  const number = unbroken(maskMsisdn(msisdn, portal.market.numbers.countryCode))
  return {
    state: 'offered',
    texts: {
      heading: texts.keepHeading,
      text: texts.keepText,
      label: fill(texts.keepLabel, { number }),
      hint: fill(texts.keepHint, { count: longestLabel }),
      button: texts.keepButton,
    },
  }
}

interface KeptPurchase {
  readonly msisdn: string
  /** The payment that may be repeated. */
  readonly payment: string | undefined
}

/** Saves the number, and what was bought for it, under the typed name. */
export async function keepStep(
  portal: Reading,
  request: Request,
  url: URL,
  { msisdn, payment, typed }: KeptPurchase & { readonly typed: string },
) {
  const reading = readLabel(typed)
  if (reading.outcome !== 'valid') {
    const text = fill(textsAt(portal, url)[faultTexts[reading.outcome]], { count: longestLabel })
    const { summaryOne } = portal.content.page('errors-translation', languageOf(url, portal.market))
    return { outcome: 'fault', fault: { heading: summaryOne, typed, text } } as const
  }
  const added = { msisdn, label: reading.label, ...(payment !== undefined && { payment }) }
  const entries = keepEntry(await savedOn(portal, request), added)
  return { outcome: 'done', ...(entries && { cookie: await savedCookie(portal, entries) }) } as const
}
