import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import type { TrackedLead, TrackRequester } from '@nyanja/server/leads/tracking'
import type { Portal } from '../../../server/portal.ts'
import { ChallengeNote, type ChallengeView } from '../../challenge/challenge-note.tsx'
import { sendHref } from '../../form/send-href.ts'
import { SubmitField } from '../../form/submit-field.tsx'
import { hrefs } from '../../hrefs.ts'
import { hrefsAt } from '../../order/order-page.ts'
import { languageOf } from '../../page-language.ts'
import { SavedChips } from '../../saved-numbers/saved-chips.tsx'
import type { SavedChoice } from '../../saved-numbers/saved-choice.ts'
import { EnterButton } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/field.tsx'
import type { PayTexts, TrackProblem } from './track-texts.ts'

export interface PayAnswer {
  readonly typed: string
  readonly error?: string
  readonly challenge?: ChallengeView
}

interface PayFormProps {
  readonly labels: PayTexts
  readonly here: string
  readonly saved: SavedChoice | undefined
  readonly answer: PayAnswer | undefined
}

export function PayForm({ labels, here, saved, answer }: PayFormProps) {
  const { typed = '', error, challenge } = answer ?? {}
  return (
    <section className="section" aria-labelledby="pay">
      <h2 id="pay">{labels.heading}</h2>
      <p>{labels.text}</p>
      <form
        method="post"
        action={sendHref(here)}
        noValidate
        data-rules={labels.rules}
        data-challenge={challenge?.proofOfWork}
      >
        {saved && <EnterButton>{labels.pay}</EnterButton>}
        <PhoneField
          label={labels.phoneLabel}
          hint={labels.phoneHint}
          error={error}
          prefix={labels.prefix}
          defaultValue={typed}
        >
          <SavedChips saved={saved} />
        </PhoneField>
        {challenge !== undefined && <ChallengeNote page={labels} view={challenge} />}
        <SubmitField needs={[labels.phoneLabel]}>{labels.pay}</SubmitField>
      </form>
    </section>
  )
}

type PayStep = { readonly to: string } | { readonly problem: TrackProblem } | Challenged

export interface PayRequest {
  readonly trackId: string
  readonly lead: TrackedLead
  readonly typed: string
  readonly requester: TrackRequester
}

/** A link may read an order. A payer also gives its number, since the page of the payment shows it. */
export async function payStep(
  portal: Portal,
  url: URL,
  { trackId, lead, typed, requester }: PayRequest,
): Promise<PayStep> {
  const { market, tracking, plans } = portal
  const to = hrefsAt(url)
  const here = to.trackedLead({ lead: trackId })
  if (!lead.isPayable) return { to: here }
  const number = parseMsisdn(typed, market.numbers)
  if (number.outcome !== 'valid') return { problem: number.outcome === 'empty' ? 'number_missing' : 'number_wrong' }
  const { msisdn } = number
  const found = await tracking.find({ reference: lead.reference, msisdn }, requester).catch(() => undefined)
  if (found?.outcome === 'challenge') return found
  if (found?.outcome === 'not_found') return { problem: 'number_differs' }
  const request = { leadReference: lead.reference }
  const whose = {
    channel: 'web',
    language: languageOf(url, market),
    msisdn,
    // The language is that of the visitor who returns.
    redirectPage: hrefs('').trackedLead({ lead: trackId }),
  }
  const opened = found && (await plans.open(request, whose).catch(() => undefined))
  if (opened?.outcome === 'order') return { to: to.paymentStart({ order: opened.order.id }) }
  return opened?.outcome === 'paid' || opened?.outcome === 'not_payable' ? { to: here } : { problem: 'bss_unavailable' }
}
