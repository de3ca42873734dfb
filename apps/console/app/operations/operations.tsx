import type { ActRequest } from '@nyanja/back-office/operations/staff-acts'
import { data } from 'react-router'
import type { Console } from '../../server/console.ts'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf, textsIn } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/operations'
import { HealthPart } from './health-part.tsx'
import { IncidentPart, incidentSubject, longestIncident } from './incident-part.tsx'
import { MethodsPart } from './methods-part.tsx'
import { NodesPart } from './nodes-part.tsx'
import { healthView, incidentView, methodRows, nodesView, workFigures } from './operations-view.ts'
import { WorkPart } from './work-part.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const console = context.get(consoleContext)
  const language = await languageOf(request)
  const clock = clockFor(console.market, language)
  const options = { console, clock, texts: textsIn(language), staff: staffIn(context) }
  const [methods, work, nodes, health, incident] = await Promise.all([
    methodRows(options),
    workFigures(options),
    nodesView(options),
    healthView(options),
    incidentView(options),
  ])
  return {
    methods,
    work,
    nodes,
    health,
    incident,
    now: clock.exact(console.now()),
    acted: actedIn(url, offeredActs.operations),
  }
}

/** The message in the languages of the market, on one line each. */
function textsOfIncident({ input }: ActRequest, { languages }: Console['market']) {
  return Object.fromEntries(
    languages.map(({ code }) => [code, (input[code] ?? '').replace(/\s+/g, ' ').trim().slice(0, longestIncident)]),
  )
}

/** The part is undefined for what this market lacks or the portal does not offer. */
function completeAct(requested: ActRequest | undefined, { market, paymentOptions }: Console): ActRequest | undefined {
  if (requested === undefined || requested.act === 'withdraw_incident') return requested
  if (requested.act === 'show_incident')
    return requested.subject === incidentSubject
      ? { ...requested, input: textsOfIncident(requested, market) }
      : undefined
  const isKnown = paymentOptions.some(({ method, gateway }) => [method, gateway].includes(requested.subject))
  return isKnown ? requested : undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const requested = completeAct(readAct(await request.formData(), offeredActs.operations), context.get(consoleContext))
  if (requested === undefined) throw data(null, { status: 404 })
  return answerAct(await performAct(context, requested), '/operations')
}

export default function OperationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { operations } = useTexts()
  const { methods, work, nodes, health, incident, now, acted } = loaderData
  return (
    <AfterAct last={actionData ?? acted}>
      <title>{operations.title}</title>
      <div className="title-line">
        <h1>{operations.title}</h1>
        <p className="quiet">{now}</p>
      </div>
      <IncidentPart incident={incident} />
      <MethodsPart methods={methods} />
      <div className="halves">
        <WorkPart work={work} />
        <div>
          <HealthPart health={health} />
          <NodesPart nodes={nodes} />
        </div>
      </div>
    </AfterAct>
  )
}
