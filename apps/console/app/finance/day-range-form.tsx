import { mostReportDays } from '@nyanja/domain/finance/days'
import { addDays } from '@nyanja/domain/reconciliation/records'
import { fill } from '@nyanja/domain/texts/fill'
import type { ReactNode } from 'react'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { addressOf, type ChosenDays } from './chosen-days.ts'

const shortcuts = [7, 30, 90] as const

interface DayRangeFormProps {
  readonly path: string
  readonly chosen: ChosenDays
  readonly children?: ReactNode
}

/** The form puts the days of a page in its address. */
export function DayRangeForm({ path, chosen: { range, today, days, isWrong }, children }: DayRangeFormProps) {
  const { finance } = useTexts()
  return (
    <div className="day-range">
      {isWrong && <Note tone="bad">{fill(finance.wrongDays, { days: mostReportDays })}</Note>}
      <form className="fields-row" action={path}>
        <p>
          <label htmlFor="from">{finance.from}</label>
          <input id="from" name="from" type="date" defaultValue={range.from} max={today} required />
        </p>
        <p>
          <label htmlFor="to">{finance.to}</label>
          <input id="to" name="to" type="date" defaultValue={range.to} max={today} required />
        </p>
        {children}
        <button type="submit" className="button">
          {finance.show}
        </button>
        <nav className="filters" aria-label={finance.shortcuts}>
          {shortcuts.map((count) => (
            <a
              key={count}
              href={addressOf(path, { from: addDays(today, 1 - count), to: today })}
              aria-current={range.to === today && days === count ? 'true' : undefined}
            >
              {fill(finance.lastDays, { days: count })}
            </a>
          ))}
        </nav>
      </form>
    </div>
  )
}
