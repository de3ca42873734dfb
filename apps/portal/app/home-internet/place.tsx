import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { mapHeaders } from '../map/map-view.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { BackLink, Button, ButtonLink } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { Route } from './+types/place'
import { draftAt, draftCodeStep, internetTexts, seenIn } from './draft-step.ts'
import { confirmedField, type Pin } from './pin-step.ts'
import { PlaceByHand } from './place-by-hand.tsx'
import { codeProblemText, type PlaceView, placeIn, placeView } from './place-view.ts'
import { Seen } from './plan-picker.tsx'

interface PlacePanelProps {
  readonly view: PlaceView
}

/** A form of one button, which names the way in which the place was given. */
function PlaceForm({ view, by, text }: PlacePanelProps & { readonly by: string; readonly text: string }) {
  return (
    <PostForm className="field">
      <Seen version={view.version} />
      <Button name="by" value={by}>
        {text}
      </Button>
    </PostForm>
  )
}

/** The visitor returned, or lost the answer: the place is stored, the code is not entered yet. */
export function PlaceChosen({ view, label }: PlacePanelProps & { readonly label: string }) {
  const { texts, codeNext, sent, mapHref } = view
  return (
    <section className="section answer">
      <h2>{texts.placeChosen}</h2>
      <p className="headline">{label}</p>
      <p>{sent?.text ?? codeNext}</p>
      {sent === undefined ? (
        <PlaceForm view={view} by="kept" text={texts.codeSend} />
      ) : (
        <p className="field">
          <ButtonLink href={sent.href}>{sent.enter}</ButtonLink>
        </p>
      )}
      <p>
        <a className="link" href={mapHref}>
          {texts.placeOther}
        </a>
      </p>
    </section>
  )
}

interface PlaceToConfirmProps extends PlacePanelProps {
  readonly found: Extract<PlaceView['asks'], { kind: 'confirm' }>
}

export function PlaceToConfirm({ view, found: { label, credit, map } }: PlaceToConfirmProps) {
  const { texts, codeNext, mapHref } = view
  return (
    <div className="columns even">
      <div className="section answer">
        <StepDialog title={texts.placeAsk} close={view.close}>
          <p className="headline">{label}</p>
          {credit !== '' && <p className="hint">{credit}</p>}
          <p>{codeNext}</p>
          <PlaceForm view={view} by="found" text={texts.placeYes} />
          <p>
            <a className="link" href={mapHref}>
              {texts.placeEdit}
            </a>
          </p>
        </StepDialog>
      </div>
      <div className="section">
        <MapFrame map={map} />
      </div>
    </div>
  )
}

export const handle = { group: 'map', module: ['map', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'place')
  return data(await placeView(portal, url, draft), { headers: { ...privateHeaders, ...mapHeaders(portal) } })
}

/** Stores the place, and continues to the code at once. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'place')
  const texts = internetTexts(portal, url)
  const form = await request.formData()
  const answer = (status: number, note: string, asked: Pick<AskedPin, 'elsewhere' | 'unmoved'> = {}) =>
    data({ note, ...asked }, { status, headers: { ...privateHeaders, ...mapHeaders(portal) } })
  const { place: kept, details } = draft.answers
  const isKept = readField(form, 'by') === 'kept' && kept !== undefined
  const reading = isKept ? { outcome: 'place' as const, place: kept } : await placeIn(portal, { draft, form, url })
  if (reading.outcome === 'elsewhere') {
    const { pin, town } = reading
    return answer(200, fill(texts.pinElsewhere, { written: details?.city ?? '', town }), { elsewhere: { pin, town } })
  }
  if (reading.outcome === 'unmoved') {
    const { pin, label } = reading
    return answer(200, texts.placeMapText, { unmoved: { pin, label } })
  }
  if (reading.outcome !== 'place')
    return answer(400, reading.outcome === 'abroad' ? texts.placeAbroad : texts.placeMissing)

  const chosen = await portal.drafts.choosePlace(draft, seenIn(form), reading.place)
  if (chosen.outcome === 'stale') return answer(409, texts.changed)
  const language = languageOf(url, portal.market)
  const requester = { clientIp: context.get(clientIpContext) }
  const step = await draftCodeStep(portal, { draft: chosen.draft, language, requester }, hrefsAt(url))
  if ('to' in step) return redirect(step.to, { status: 303, headers: privateHeaders })
  return answer(step.problem === 'code_limit' ? 429 : 503, codeProblemText(portal, url, step))
}

export const headers = pageHeaders

export default function Place({ loaderData: view, actionData }: Route.ComponentProps) {
  const { texts, step, backHref, written } = view
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
          <NoteSection tone="wait" role="alert">
            {actionData.note}
          </NoteSection>
        )}
        <PlaceOrPin view={view} {...actionData} />
      </div>
    </>
  )
}

interface AskedPin {
  readonly view: PlaceView
  readonly elsewhere?: { readonly pin: Pin; readonly town: string } | undefined
  readonly unmoved?: { readonly pin: Pin; readonly label: string } | undefined
}

/** Questions about a pin come before everything else. */
function PlaceOrPin({ view, elsewhere, unmoved }: AskedPin) {
  const { texts } = view
  if (elsewhere !== undefined) {
    const { pin, town } = elsewhere
    return (
      <PinQuestion
        {...{ view, pin, ask: texts.pinElsewhereAsk, text: fill(texts.pinElsewhereText, { town }) }}
        yes={fill(texts.pinElsewhereYes, { town })}
        confirm={{ name: 'town', value: town }}
      />
    )
  }
  if (unmoved === undefined) return <PlaceQuestion view={view} />
  const { pin, label } = unmoved
  return (
    <PinQuestion
      {...{ view, pin, ask: texts.placeAsk, text: label, yes: texts.placeYes }}
      confirm={confirmedField}
      isUnlikely
    />
  )
}

interface PinQuestionProps {
  readonly view: PlaceView
  readonly pin: Pin
  readonly ask: string
  readonly text: string
  readonly yes: string
  /** The field that confirms it. */
  readonly confirm: { readonly name: string; readonly value: string }
  /** A pin that was not moved stands where the map began: to move it is offered first. */
  readonly isUnlikely?: boolean
}

/** Such a pin counts as the house only after confirmation. */
function PinQuestion({ view, pin, ask, text, yes, confirm, isUnlikely = false }: PinQuestionProps) {
  const { texts, version, codeNext, mapHref } = view
  const { lat, lng, address } = pin
  const fields = { lat, lng, address, [confirm.name]: confirm.value }
  const back = (
    <p className="field">
      <ButtonLink href={mapHref} variant={isUnlikely ? undefined : 'second'}>
        {texts.pinElsewhereNo}
      </ButtonLink>
    </p>
  )
  return (
    <section className="section" aria-labelledby="pin-heading">
      <h2 id="pin-heading">{ask}</h2>
      <p>{text}</p>
      {isUnlikely && back}
      <PostForm className="field">
        <Seen version={version} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="by" value="pin" variant={isUnlikely ? 'second' : undefined}>
          {yes}
        </Button>
      </PostForm>
      <p className="hint">{codeNext}</p>
      {!isUnlikely && back}
    </section>
  )
}

function PlaceQuestion({ view }: { readonly view: PlaceView }) {
  const { asks } = view
  switch (asks.kind) {
    case 'chosen':
      return <PlaceChosen view={view} label={asks.label} />
    case 'confirm':
      return <PlaceToConfirm view={view} found={asks} />
    case 'by_hand':
      return <PlaceByHand view={view} asks={asks} />
  }
}
