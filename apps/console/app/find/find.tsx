import { type PaymentSummary, paymentSummaries } from '@nyanja/domain/staff/payment-summary'
import { fill } from '@nyanja/domain/texts/fill'
import { data } from 'react-router'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { toRow } from '../payment/payment-row.ts'
import { PaymentTable } from '../payment/payment-table.tsx'
import { languageOf } from '../texts.ts'
import { FilterLinks } from '../ui/filter-links.tsx'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/find'
import { AmountSearch, SearchGuide } from './search-forms.tsx'
import { runSearch } from './typed-search.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { finder, searches, market, today } = context.get(consoleContext)
  const currencies = [market.currency, ...(market.secondCurrency === undefined ? [] : [market.secondCurrency])]
  const id = url.searchParams.get('search')
  const form = { today: today(), currencies }
  if (id === null) return { ...form, typed: {} }
  const typed = await searches.find(id, staffIn(context).id)
  if (typed === undefined) return data({ ...form, typed: {}, isForgotten: true }, { status: 404 })
  const result = await runSearch(finder, typed)
  if (result.outcome !== 'found') return data({ ...form, typed, problem: result.outcome }, { status: 422 })
  const clock = clockFor(market, await languageOf(request))
  const rows = result.payments.map((payment) => toRow(payment, market, clock))
  const summaries = paymentSummaries.filter((one) => rows.some(({ summary }) => summary === one))
  const chosen = summaries.find((one) => one === url.searchParams.get('state'))
  return {
    ...{ ...form, typed },
    results: {
      ...{ id, summaries, chosen, isCut: result.isCut, count: rows.length },
      rows: chosen === undefined ? rows : rows.filter(({ summary }) => summary === chosen),
    },
  }
}

type Results = Extract<Route.ComponentProps['loaderData'], { results: unknown }>['results']

function Found({ id, rows, count, isCut, summaries, chosen }: Results) {
  const { find } = useTexts()
  if (count === 0)
    return (
      <section className="part">
        <h2>{find.nothing}</h2>
        <p>{find.nothingText}</p>
      </section>
    )
  return (
    <section className="part">
      <h2>{fill(count === 1 ? find.resultOne : find.results, { count })}</h2>
      {isCut && <Note tone="wait">{find.isCut}</Note>}
      {summaries.length > 1 && <SummaryFilter search={id} summaries={summaries} chosen={chosen} />}
      <PaymentTable caption={find.title} rows={rows} />
    </section>
  )
}

interface SummaryFilterProps {
  readonly search: string
  readonly summaries: readonly PaymentSummary[]
  readonly chosen: PaymentSummary | undefined
}

function SummaryFilter({ search, summaries, chosen }: SummaryFilterProps) {
  const { find, payment } = useTexts()
  const choices = [undefined, ...summaries]
  const links = choices.map((one) => ({
    text: one === undefined ? find.all : payment.summaries[one],
    href: `/?${new URLSearchParams({ search, ...(one && { state: one }) })}`,
    isChosen: one === chosen,
  }))
  return <FilterLinks label={find.filter} links={links} />
}

export default function FindPage({ loaderData }: Route.ComponentProps) {
  const { find } = useTexts()
  const { today, currencies, typed } = loaderData
  return (
    <>
      <title>{find.title}</title>
      <h1>{find.title}</h1>
      {'isForgotten' in loaderData && <Note tone="wait">{find.isForgotten}</Note>}
      {'problem' in loaderData && <Note tone="bad">{find[loaderData.problem]}</Note>}
      {'results' in loaderData ? <Found {...loaderData.results} /> : <SearchGuide />}
      <AmountSearch today={today} currencies={currencies} typed={typed} />
    </>
  )
}
