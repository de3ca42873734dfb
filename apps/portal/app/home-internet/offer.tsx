import { data, redirect } from 'react-router'
import { ChallengeNote } from '../challenge/challenge-note.tsx'
import { pageHeaders, privateHeaders, publicHeaders } from '../format/headers.ts'
import { languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { IconName } from '../ui/icon.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepTimeline, TaskList } from '../ui/step-timeline.tsx'
import { openTasks } from '../visitor-tasks.ts'
import type { Route } from './+types/offer'
import { BeginForm, beginStep } from './begin-form.tsx'
import { DeviceCard } from './device-card.tsx'
import { type InternetTexts, internetTexts } from './draft-step.ts'
import { offerView } from './plan-view.ts'

/** All steps, in their order. */
export function HowItGoes({ texts }: { readonly texts: InternetTexts }) {
  const step = (icon: IconName, title: string, text?: string) => ({ state: 'next', icon, title, text }) as const
  return (
    <StepTimeline
      steps={[
        step('router', texts.offerChoose),
        step('pin', texts.offerWhere),
        step('code', texts.offerCode),
        step('tick', texts.offerAnswer, texts.offerAnswerText),
      ]}
    />
  )
}

export const handle = { group: 'offer' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const texts = internetTexts(portal, url)
  const tasks = openTasks(
    [
      { screen: 'coverage', icon: 'mast', title: texts.offerCoverage, text: texts.offerCoverageText },
      { screen: 'trackLead', icon: 'find', title: texts.offerTrack, text: texts.offerTrackText },
      { screen: 'shops', icon: 'pin', title: texts.offerShops, text: texts.offerShopsText },
    ],
    languagePrefixOf(url.pathname),
    portal.market,
  )
  const hasEnded = url.searchParams.has('ended')
  return data({ texts, tasks, hasEnded, ...(await offerView(portal, url)) }, { headers: publicHeaders })
}

/** Begins an order, from any page with its button. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const step = await beginStep(context.get(portalContext), { request, url, clientIp: context.get(clientIpContext) })
  if ('to' in step) return redirect(step.to, { status: 303, headers: privateHeaders })
  return data(step, { status: 429, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Offer({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, tasks, hasEnded, device, from, fee, action: to } = loaderData
  const challenge = actionData?.challenge
  return (
    <>
      <PageTitle title={texts.offerTitle} />
      <PageHero title={texts.offerTitle} progressMark={<ProgressMark level={45} />}>
        <p>{texts.offerLead}</p>
      </PageHero>
      <div className="wrap offer-page">
        {actionData !== undefined && challenge === undefined && (
          <NoteSection tone="wait" role="alert">
            <b>{texts.offerBusy}</b> {texts.offerBusyText}
          </NoteSection>
        )}
        {hasEnded && (
          <NoteSection tone="wait">
            <b>{texts.offerEnded}</b> {texts.offerEndedText}
          </NoteSection>
        )}
        <div className="columns even">
          <section className="section">
            {from !== undefined && <p className="from">{from}</p>}
            <p>{fee}</p>
            <BeginForm action={to} text={texts.offerBegin} proofOfWork={challenge?.proofOfWork}>
              {challenge !== undefined && <ChallengeNote page={texts} view={challenge} />}
            </BeginForm>
            <h2>{texts.offerHow}</h2>
            <HowItGoes texts={texts} />
          </section>
          <section className="section">
            <DeviceCard device={device} />
          </section>
        </div>
        <section className="section">
          <TaskList tasks={tasks} />
        </section>
      </div>
    </>
  )
}
