import { fill } from '@nyanja/domain/texts/fill'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/days'
import { CheckTag, checkView } from './check-tag.tsx'
import { chosenDays, nameDay } from './chosen-days.ts'
import { DayRangeForm } from './day-range-form.tsx'
import { DownloadLinks } from './download-links.tsx'
import { FiguresTable } from './figures-table.tsx'
import { figuresView, totalsOf } from './figures-view.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { finance, market, today } = context.get(consoleContext)
  const chosen = chosenDays(url, today())
  const clock = clockFor(market, await languageOf(request))
  const [figures, next, checks] = await Promise.all([
    finance.closes.figures(chosen.range),
    finance.closing.findNext(),
    finance.checks.between(chosen.range),
  ])
  const checkOf = new Map(checks.map((check) => [check.day, check]))
  const sorted = figures.toSorted((left, right) => right.happenedOn.localeCompare(left.happenedOn))
  return {
    chosen,
    next: next && { ...next, name: nameDay(clock, next.day) },
    totals: totalsOf(figures).map(figuresView),
    // The last day comes first; gateways of a day stay in their order.
    lines: sorted.map((line, at) => ({
      ...{ day: line.happenedOn, name: nameDay(clock, line.happenedOn), addedLate: line.addedLate },
      view: figuresView(line),
      // The day is shown once.
      ...(sorted[at - 1]?.happenedOn !== line.happenedOn && { check: checkView(checkOf.get(line.happenedOn), clock) }),
    })),
    wrong: checks.filter(({ outcome }) => outcome === 'differs').map(({ day }) => ({ day, name: nameDay(clock, day) })),
  }
}

export default function DaysPage({ loaderData: { chosen, next, lines, totals, wrong } }: Route.ComponentProps) {
  const { finance } = useTexts()
  return (
    <>
      <title>{finance.days.title}</title>
      <h1>{finance.days.title}</h1>
      {next?.isDue === true && (
        <Note tone="wait">
          {fill(finance.days.isDue, { day: next.name })} <a href={`/finance/days/${next.day}`}>{finance.days.toDue}</a>
        </Note>
      )}
      {wrong.map(({ day, name }) => (
        <Note key={day} tone="bad">
          {fill(finance.days.differs, { day: name })} <a href={`/finance/days/${day}`}>{finance.days.toWrong}</a>
        </Note>
      ))}
      <DayRangeForm path="/finance" chosen={chosen} />
      <section className="part">
        <h2>{finance.days.byDay}</h2>
        {lines.length === 0 ? (
          <p>{finance.days.nothing}</p>
        ) : (
          <FiguresTable
            caption={finance.days.title}
            heading={finance.day}
            totals={totals}
            lines={lines.map(({ day, name, addedLate, check, view }) => ({
              key: `${day} ${view.gateway} ${view.currency}`,
              head: (
                <>
                  <a href={`/finance/days/${day}`}>{name}</a>
                  {addedLate && <Tag tone="wait">{finance.days.changed}</Tag>}
                  {check && <CheckTag check={check} />}
                </>
              ),
              view,
            }))}
          />
        )}
        {lines.length > 0 && <p className="quiet">{finance.checks.hint}</p>}
        {next?.isDue === false && <p className="quiet">{fill(finance.days.notOver, { day: next.name })}</p>}
      </section>
      <DownloadLinks names={['closes', 'journal', 'payments']} range={chosen.range} />
    </>
  )
}
