import type { Closes } from '@nyanja/back-office/finance/closes'
import type { Clock } from '@nyanja/web/format/clock'
import { nameDay } from './chosen-days.ts'
import { display, figuresView, totalsOf } from './figures-view.ts'

type FoundClose = NonNullable<Awaited<ReturnType<Closes['find']>>>

export function closeView({ close, ...stored }: FoundClose, clock: Clock) {
  return {
    closedAt: clock.exact(stored.closedAt),
    covers: `${clock.date(stored.fromAt)} – ${clock.date(stored.untilAt)}`,
    events: stored.events,
    digest: stored.digest,
    lines: close.figures.map((line) => ({ happenedOn: nameDay(clock, line.happenedOn), view: figuresView(line) })),
    totals: totalsOf(close.figures).map(figuresView),
    journal: close.journal.map(({ entry, gateway, currency, debit, credit, minor }) => ({
      ...{ entry, gateway, debit, credit },
      amount: display(currency, minor),
    })),
  }
}

export type CloseView = ReturnType<typeof closeView>
