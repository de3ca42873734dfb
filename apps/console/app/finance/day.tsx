import { readDayRange } from '@nyanja/domain/finance/days'
import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { ActForm } from '../acts/act-form.tsx'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn, answerAct, performAct, readAct } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { may } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useShell, useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/day'
import { CheckTag, checkView } from './check-tag.tsx'
import { nameDay } from './chosen-days.ts'
import { closeView } from './close-view.ts'
import { DownloadLinks } from './download-links.tsx'
import { FiguresTable } from './figures-table.tsx'
import { JournalTable } from './journal-table.tsx'

const offered = offeredActs.day

export async function loader({ request, url, params: { day }, context }: Route.LoaderArgs) {
  const { finance, market, today } = context.get(consoleContext)
  if (readDayRange(day, today()) === undefined) throw data(null, { status: 404 })
  const clock = clockFor(market, await languageOf(request))
  const head = { day, name: nameDay(clock, day), acted: actedIn(url, offered) }
  const found = await finance.closes.find(day)
  if (found === undefined) {
    const next = await finance.closing.findNext()
    return { ...head, isDue: next?.day === day && next.isDue }
  }
  const [check] = await finance.checks.between({ from: day, to: day })
  const isChecked = url.searchParams.has('checked')
  return { ...head, close: closeView(found, clock), check: checkView(check, clock), isChecked }
}

export async function action({ request, params: { day }, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (form.has('check')) {
    const { outcome } = await context.get(consoleContext).finance.checks.check(day)
    if (outcome === 'not_closed') throw data(null, { status: 404 })
    return redirect(`/finance/days/${day}?checked`, 303)
  }
  const requested = readAct(form, offered)
  if (requested === undefined || requested.subject !== day) throw data(null, { status: 404 })
  return answerAct(await performAct(context, requested), `/finance/days/${day}`)
}

type Closed = Extract<Route.ComponentProps['loaderData'], { close: unknown }>

function ClosedDay({ day, close, check, isChecked }: Closed) {
  const { finance } = useTexts()
  const texts = finance.closedDay
  return (
    <>
      {isChecked && check.outcome === 'same' && <Note tone="ok">{texts.same}</Note>}
      {check.outcome === 'differs' && <Note tone="bad">{texts.differs}</Note>}
      <section className="part">
        <h2>{texts.close}</h2>
        <dl className="facts">
          <div>
            <dt>{texts.closedAt}</dt>
            <dd>{close.closedAt}</dd>
          </div>
          <div>
            <dt>{texts.covers}</dt>
            <dd>{close.covers}</dd>
          </div>
          <div>
            <dt>{texts.events}</dt>
            <dd>{close.events}</dd>
          </div>
        </dl>
        <form className="digest" method="post" action={`/finance/days/${day}`}>
          <p>
            <span className="term">{texts.digest}</span>
            <code className="mono">{close.digest}</code>
          </p>
          <CheckTag check={check} />
          <button type="submit" className="button second" name="check" value="1" aria-describedby="check-hint">
            {texts.check}
          </button>
          <small id="check-hint">{texts.checkHint}</small>
        </form>
      </section>
      <section className="part">
        <h2>{texts.lines}</h2>
        {close.lines.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <FiguresTable
            caption={texts.lines}
            heading={finance.happenedOn}
            lines={close.lines.map(({ happenedOn, view }) => ({
              key: `${happenedOn} ${view.gateway} ${view.currency}`,
              head: happenedOn,
              view,
            }))}
            totals={close.totals}
          />
        )}
      </section>
      {close.journal.length > 0 && <JournalTable entries={close.journal} />}
      <DownloadLinks names={['closes', 'journal', 'payments']} range={{ from: day, to: day }} />
    </>
  )
}

function OpenDay({ day, isDue }: { readonly day: string; readonly isDue: boolean }) {
  const { staff, texts } = useShell()
  const { openDay } = texts.finance
  return (
    <section className="part open-day">
      <h2>{openDay.title}</h2>
      <p>{isDue ? openDay.isDue : openDay.notDue}</p>
      {isDue && may(staff, 'close-day') && <ActForm act="close_day" subject={day} isOpen />}
    </section>
  )
}

export default function DayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { finance } = useTexts()
  const last = actionData ?? loaderData.acted
  const title = fill(finance.closedDay.title, { day: loaderData.name })
  return (
    <AfterAct last={last}>
      <title>{title}</title>
      <p className="trail">
        <a href="/finance">{finance.days.title}</a>
      </p>
      <h1>{title}</h1>
      {'close' in loaderData ? <ClosedDay {...loaderData} /> : <OpenDay {...loaderData} />}
    </AfterAct>
  )
}
