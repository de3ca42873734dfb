import { canRecharge, groupWhileTyping, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { correctionAnswerDays } from '@nyanja/domain/payments/correction'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { ChallengeNote, readChallengeAnswer, toChallengeNote } from '../challenge/challenge-note.tsx'
import { waitForCodeText } from '../code/code-step.ts'
import { PostForm } from '../form/post-form.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import { fieldRules, numberProblem } from '../number/field-rules.ts'
import { findTypedLine } from '../number/typed-line.ts'
import { correctedPayment } from '../order/correction-note.ts'
import { whatOf } from '../order/order-facts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { SavedChips } from '../saved-numbers/saved-chips.tsx'
import { filledIn, forgetSaved, savedChoice } from '../saved-numbers/saved-choice.ts'
import { BackLink, EnterButton } from '../ui/button.tsx'
import { PhoneField } from '../ui/field.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/ask-correction'
import { correctionCodeStep } from './correction-code.tsx'

export const handle = { group: 'bill' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const { attempt, order } = await correctedPayment(portal, url)
  const language = languageOf(url, market)
  const texts = content.page('correction-translation', language)
  const { countryCode, example } = market.numbers
  return data(
    {
      backHref: hrefsAt(url).status(attempt.id, order.id),
      prefix: `+${countryCode}`,
      rules: fieldRules(portal, url),
      saved: await savedChoice(portal, request, url),
      texts: {
        ...pickTexts(texts, ['heading', 'back', 'label', 'send'] as const),
        intro: fill(texts.intro, {
          what: unbroken(whatOf(order, content.page('recharge-translation', language))),
          number: unbroken(maskMsisdn(order.msisdn, countryCode)),
        }),
        limits: fill(texts.limits, { days: correctionAnswerDays }),
        hint: fill(content.page('recharge-translation', language).phoneHint, {
          example: groupWhileTyping(example, market.numbers),
        }),
      },
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const { attempt, order } = await correctedPayment(portal, url)
  const form = await request.formData()
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const filled = await filledIn(portal, request, { form })
  if (filled !== undefined)
    return data({ typed: filled, error: undefined, challenge: undefined }, { headers: privateHeaders })
  const typed = readField(form, 'msisdn')
  const clientIp = context.get(clientIpContext)
  const answer = (error: string) =>
    data({ typed, error, challenge: undefined }, { status: 400, headers: privateHeaders })
  const lines = portal.lineLookups.forForms({ clientIp, ...readChallengeAnswer(form) })
  const meant = await numberMeant({ ...portal, lines }, url, { typed, order })
  if ('error' in meant) return answer(meant.error)
  if ('challenge' in meant)
    return data(
      { typed, error: undefined, challenge: toChallengeNote(portal, url, meant.challenge) },
      { status: 429, headers: privateHeaders },
    )

  const pending = { order, values: { id: attempt.id, msisdn: meant.msisdn }, requester: { clientIp } }
  const sent = await correctionCodeStep(portal, pending, hrefsAt(url))
  if ('to' in sent) return redirect(sent.to, { status: 303, headers: privateHeaders })
  if (sent.seconds !== undefined) return answer(waitForCodeText(portal, url, sent.seconds))
  const language = languageOf(url, portal.market)
  const { codeLimit } = portal.content.page('correction-translation', language)
  const { serviceSilent } = portal.content.page('errors-translation', language)
  return answer(
    sent.problem === 'code_limit' ? fill(codeLimit, { number: portal.market.customerCareNumber }) : serviceSilent,
  )
}

interface Typed {
  readonly typed: string
  readonly order: PlacedOrder
}

async function numberMeant(
  portal: Pick<Portal, 'market' | 'content'> & { readonly lines: VisitorLines },
  url: URL,
  { typed, order }: Typed,
): Promise<{ readonly msisdn: string } | { readonly error: string } | Challenged> {
  const texts = portal.content.page('correction-translation', languageOf(url, portal.market))
  const line = await findTypedLine(portal.lines, typed)
  if (line.outcome === 'fault') return { error: numberProblem(portal, url, line.fault) }
  if (line.outcome === 'challenge') return line
  if (line.msisdn === order.msisdn) return { error: texts.sameNumber }
  return canRecharge(line.lineType) ? { msisdn: line.msisdn } : { error: texts.notPrepaid }
}

export const headers = pageHeaders

export default function AskCorrection({
  loaderData: { texts, prefix, rules, saved, backHref },
  actionData,
}: Route.ComponentProps) {
  const challenge = actionData?.challenge
  return (
    <>
      <PageTitle title={texts.heading} />
      <PageHero
        title={texts.heading}
        progressMark={<ProgressMark level={45} />}
        meta={<BackLink href={backHref} text={texts.back} />}
      />
      <div className="wrap bill-page">
        <p>{texts.intro}</p>
        <PostForm noValidate data-rules={rules} data-challenge={challenge?.view.proofOfWork} className="section">
          {saved && <EnterButton>{texts.send}</EnterButton>}
          <PhoneField
            label={texts.label}
            hint={texts.hint}
            error={actionData?.error}
            prefix={prefix}
            autoComplete="section-meant tel-national"
            defaultValue={actionData?.typed ?? ''}
          >
            <SavedChips saved={saved} />
          </PhoneField>
          {challenge !== undefined && <ChallengeNote {...challenge} />}
          <SubmitField needs={[texts.label]}>{texts.send}</SubmitField>
        </PostForm>
        <p className="section hint">{texts.limits}</p>
      </div>
    </>
  )
}
