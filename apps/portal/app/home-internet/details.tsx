import type { Answers } from '@nyanja/domain/forms/form-rules'
import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import {
  ChallengeNote,
  type ChallengeNoteProps,
  readChallengeAnswer,
  toChallengeNote,
} from '../challenge/challenge-note.tsx'
import { DynamicForm } from '../form/dynamic-form.tsx'
import { formView, readForm } from '../form/form-view.ts'
import { useSendHref } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { SavedChips } from '../saved-numbers/saved-chips.tsx'
import { filledIn, forgetSaved, savedChoice } from '../saved-numbers/saved-choice.ts'
import { BackLink } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/details'
import { answersOf, detailsStep } from './details-step.ts'
import { draftAt, internetTexts, seenIn, stepsInAll } from './draft-step.ts'
import { PlanOrderSummary, Seen } from './plan-picker.tsx'
import { planFacts } from './plan-view.ts'
export const handle = { group: 'lead', module: 'form' }

const formName = 'get-form-schema'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'details')
  const { id, version } = draft
  const { plan, details } = draft.answers
  const texts = internetTexts(portal, url)
  return data(
    {
      texts,
      step: fill(texts.step, { step: 2, steps: stepsInAll }),
      version,
      planHref: hrefsAt(url).leadPlan({ draft: id }),
      plan: plan && planFacts(portal, plan),
      form: formView(portal, formName, languageOf(url, portal.market)),
      answers: details && answersOf(details),
      saved: await savedChoice(portal, request, url),
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'details')
  const language = languageOf(url, portal.market)
  const texts = internetTexts(portal, url)
  const sent = await request.formData()
  const forgotten = await forgetSaved(portal, request, { url, form: sent })
  if (forgotten !== undefined) return forgotten
  const rules = formView(portal, formName, language)
  const { answers, faults } = readForm(rules, sent)
  const answer = (
    status: number,
    reported: { answers?: Answers; faults?: typeof faults; note?: string; challenge?: ChallengeNoteProps },
  ) => data({ answers, faults: [], ...reported }, { status, headers: privateHeaders })
  const filled = await filledIn(portal, request, { form: sent })
  if (filled !== undefined) return answer(200, { answers: { ...answers, contactNumber: filled } })
  if (faults.length > 0) return answer(400, { faults })

  const requester = { clientIp: context.get(clientIpContext), ...readChallengeAnswer(sent) }
  const step = await detailsStep(portal, { draft, seen: seenIn(sent), answers, rules, language, requester })
  switch (step.outcome) {
    case 'described':
      return redirect(hrefsAt(url).leadPlace({ draft: draft.id }), { status: 303, headers: privateHeaders })
    case 'no_phone':
      return answer(400, {
        faults: [
          {
            field: 'contactNumber',
            text: step.isRouter ? texts.numberRouter : `${texts.numberInvalid}. ${texts.numberInvalidText}`,
          },
        ],
      })
    case 'challenge':
      return answer(429, { challenge: toChallengeNote(portal, url, step.challenge) })
    case 'unavailable':
      return answer(503, { note: portal.content.page('errors-translation', language).serviceSilent })
    case 'changed':
      return answer(409, { note: texts.changed })
  }
}

export const headers = pageHeaders

export default function Details({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, step, version, planHref, plan, form, saved } = loaderData
  const { answers = loaderData.answers, faults, note, challenge } = actionData ?? {}
  return (
    <>
      <PageTitle title={texts.detailsTitle} />
      <PageHero
        title={texts.detailsTitle}
        progressMark={<ProgressMark level={34} />}
        meta={
          <>
            <BackLink href={planHref} text={texts.back} />
            <p>{step}</p>
          </>
        }
      />
      <div className="wrap columns details-page">
        <div>
          {note !== undefined && (
            <NoteSection tone="wait" role="alert">
              {note}
            </NoteSection>
          )}
          <p className="section">{texts.detailsText}</p>
          <DynamicForm
            form={form}
            action={useSendHref()}
            answers={answers}
            faults={faults}
            cancelHref={planHref}
            fillers={saved && { contactNumber: <SavedChips saved={saved} /> }}
            proofOfWork={challenge?.view.proofOfWork}
          >
            <Seen version={version} />
            {challenge !== undefined && <ChallengeNote {...challenge} />}
          </DynamicForm>
        </div>
        <aside className="section" aria-label={texts.planChosen}>
          {plan !== undefined && <PlanOrderSummary texts={texts} plan={plan} changeHref={planHref} />}
        </aside>
      </div>
    </>
  )
}
