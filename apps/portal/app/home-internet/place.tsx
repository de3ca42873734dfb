import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { mapHeaders } from '../map/map-view.ts'
import { languageOf } from '../page-language.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { BackLink } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/place'
import { draftAt, seenIn } from './draft-at.ts'
import { draftCodeStep } from './draft-code.ts'
import { internetTexts } from './internet-texts.ts'
import { PinElsewhere, type PinElsewhereProps } from './pin-elsewhere.tsx'
import { PlaceByHand } from './place-by-hand.tsx'
import { PlaceChosen, PlaceToConfirm } from './place-panels.tsx'
import { placeIn } from './place-step.ts'
import { codeProblemText, type PlaceView, placeView } from './place-view.ts'

export const handle = { group: 'map', module: ['map', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'place')
  return data(placeView(portal, url, draft), { headers: { ...privateHeaders, ...mapHeaders(portal) } })
}

/** Keeps the place, and goes on to the code at once. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'place')
  const texts = internetTexts(portal, url)
  const form = await request.formData()
  const answer = (status: number, note: string, elsewhere?: Pick<PinElsewhereProps, 'pin' | 'town'>) =>
    data({ note, elsewhere }, { status, headers: { ...privateHeaders, ...mapHeaders(portal) } })
  const { place: kept, details } = draft.answers
  const isKept = form.get('by') === 'kept' && kept !== undefined
  const reading = isKept ? { outcome: 'place' as const, place: kept } : await placeIn(portal, { draft, form, url })
  if (reading.outcome === 'elsewhere') {
    const { pin, town } = reading
    return answer(200, fill(texts.pinElsewhere, { written: details?.city ?? '', town }), { pin, town })
  }
  if (reading.outcome !== 'place')
    return answer(400, reading.outcome === 'abroad' ? texts.placeAbroad : texts.placeMissing)

  const final = await portal.drafts.choosePlace(draft, seenIn(form), reading.place)
  if (final.outcome === 'stale') return answer(409, texts.changed)
  const language = languageOf(url, portal.market)
  const asking = { address: context.get(addressContext) }
  const step = await draftCodeStep(portal, { draft: final.draft, language, asking }, hrefsAt(url))
  if ('to' in step) return redirect(step.to, { status: 303, headers: privateHeaders })
  return answer(step.problem === 'code_limit' ? 429 : 503, codeProblemText(portal, url, step))
}

export const headers = pageHeaders

export default function Place({ loaderData: view, actionData }: Route.ComponentProps) {
  const { texts, step, backHref, written } = view
  const elsewhere = actionData?.elsewhere
  return (
    <>
      <PageTitle title={texts.placeTitle} />
      <PageHero
        title={texts.placeTitle}
        progressMark={<ProgressMark level={45} />}
        meta={
          <>
            <BackLink href={backHref} text={texts.back} />
            <p>{step}</p>
          </>
        }
      >
        <p>
          {texts.placeFor} {written}
        </p>
      </PageHero>
      <div className="wrap">
        {actionData !== undefined && (
          <div className="section">
            <Note tone="wait" role="alert">
              {actionData.note}
            </Note>
          </div>
        )}
        {elsewhere === undefined ? <Asked view={view} /> : <PinElsewhere view={view} {...elsewhere} />}
      </div>
    </>
  )
}

function Asked({ view }: { readonly view: PlaceView }) {
  const { asks } = view
  switch (asks.is) {
    case 'chosen':
      return <PlaceChosen view={view} label={asks.label} />
    case 'confirm':
      return <PlaceToConfirm view={view} found={asks} />
    case 'by_hand':
      return <PlaceByHand view={view} asks={asks} />
  }
}
