import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { BackLink } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Note } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/plan'
import { draftAt, internetTexts, seenIn, stepsInAll } from './draft-step.ts'
import { PlanPicker } from './plan-picker.tsx'
import { firstDayText, planChoice, planStep } from './plan-view.ts'
export const handle = { group: 'lead', module: 'plan' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const draft = await draftAt(portal, url, 'plan')
  const texts = internetTexts(portal, url)
  const { plan, offer } = draft.answers
  return data(
    {
      texts,
      summaryOne: content.page('errors-translation', languageOf(url, market)).summaryOne,
      step: fill(texts.step, { step: 1, steps: stepsInAll }),
      version: draft.version,
      deviceName: offer.deviceName,
      offerHref: hrefsAt(url).internet(),
      chosen: plan && { code: plan.code, name: plan.description, firstDay: firstDayText(portal, plan, texts) },
      choice: await planChoice(portal, url, draft),
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'plan')
  const texts = internetTexts(portal, url)
  const form = await request.formData()
  const code = readField(form, 'plan')
  const step = await planStep(portal, { draft, seen: seenIn(form), code })
  switch (step) {
    case 'chosen':
      return redirect(hrefsAt(url).leadDetails({ draft: draft.id }), { status: 303, headers: privateHeaders })
    case 'changed':
      return data({ code, note: texts.changed, error: undefined }, { status: 409, headers: privateHeaders })
    case 'missing':
    case 'gone':
    case 'unavailable': {
      const messages = { missing: texts.planMissing, gone: texts.planGone, unavailable: texts.plansSilent }
      return data({ code, error: messages[step], note: undefined }, { status: 400, headers: privateHeaders })
    }
  }
}

export const headers = pageHeaders

export default function Plan({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, summaryOne, step, version, deviceName, offerHref, choice } = loaderData
  const { note, error, code } = actionData ?? {}
  return (
    <>
      <PageTitle title={texts.planTitle} />
      <PageHero
        title={texts.planTitle}
        progressMark={<ProgressMark level={20} />}
        meta={
          <>
            <BackLink href={offerHref} text={texts.back} />
            <p>{step}</p>
          </>
        }
      >
        <p>{deviceName}</p>
      </PageHero>
      {(note !== undefined || error !== undefined) && (
        <div className="wrap bill-page">
          {note !== undefined && (
            <Note tone="wait" role="alert">
              {note}
            </Note>
          )}
          {error !== undefined && <ErrorSummary heading={summaryOne} problems={[{ field: 'plan', text: error }]} />}
        </div>
      )}
      <PlanPicker texts={texts} choice={choice} chosen={loaderData.chosen} typed={code} version={version} />
    </>
  )
}
