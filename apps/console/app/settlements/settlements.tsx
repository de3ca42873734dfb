import { addDays } from '@nyanja/domain/reconciliation/records'
import { fill } from '@nyanja/domain/texts/fill'
import { data, redirect } from 'react-router'
import { clockFor } from '../clock.ts'
import { consoleContext, uploadContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import type { Route } from './+types/settlements'
import { CoverageTable, coverageOf } from './coverage-table.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportProblem } from './import-problem.tsx'
import { receiveSettlement } from './receive-settlement.ts'
import { importRow } from './table-rows.ts'

const longestList = 50
const coveredDays = 14

export async function loader({ request, context }: Route.LoaderArgs) {
  const { reconciliation, market, today } = context.get(consoleContext)
  const clock = clockFor(market, await languageOf(request))
  const untilDay = addDays(today(), -1)
  const fromDay = addDays(untilDay, 1 - coveredDays)
  const [imports, days] = await Promise.all([
    reconciliation.store.list(longestList),
    reconciliation.cases.days({ fromDay, untilDay }),
  ])
  return {
    today: today(),
    formats: reconciliation.files.formats.map(({ format, title, verified }) => ({ format, title, verified })),
    imports: imports.map((one) => importRow(one, clock)),
    coverage: coverageOf(days, { fromDay, untilDay }, clock),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const opened = context.get(consoleContext)
  const received = await receiveSettlement(context.get(uploadContext).upload, staffIn(context), opened)
  if (received.outcome === 'imported') return redirect(`/finance/settlements/${received.id}?new=1`, 303)
  if (received.outcome !== 'imported_before') return data(received, { status: received.status })
  const clock = clockFor(opened.market, await languageOf(request))
  return data({ ...received, first: importRow(received.first, clock) }, { status: received.status })
}

function Imports({ imports }: Pick<Route.ComponentProps['loaderData'], 'imports'>) {
  const { finance } = useTexts()
  const texts = finance.settlements
  if (imports.length === 0) return <p>{texts.none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box" aria-label={texts.imported} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.file}</th>
            <th scope="col">{texts.source}</th>
            <th scope="col">{texts.days}</th>
            <th scope="col" className="sum">
              {texts.rows}
            </th>
            <th scope="col">{texts.importedBy}</th>
            <th scope="col">{texts.importedAt}</th>
          </tr>
        </thead>
        <tbody>
          {imports.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <a href={`/finance/settlements/${one.id}`}>{one.fileName}</a>{' '}
                {one.withdrawnAt !== undefined && <Tag tone="wait">{texts.withdrawn}</Tag>}
              </th>
              <td>{textOf(finance.sources, one.source)}</td>
              <td className="whole">{one.days}</td>
              <td className="sum">{one.rows}</td>
              <td>{one.importedBy}</td>
              <td className="whole">{one.importedAt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export default function SettlementsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { finance } = useTexts()
  const texts = finance.settlements
  const { today, formats, imports, coverage } = loaderData
  return (
    <>
      <title>{texts.title}</title>
      <h1>{texts.title}</h1>
      {actionData !== undefined && <ImportProblem problem={actionData} />}
      <ImportForm formats={formats} today={today} />
      <section className="part">
        <h2>{texts.imported}</h2>
        <Imports imports={imports} />
      </section>
      <section className="part">
        <h2>{fill(texts.coverage, { days: coveredDays })}</h2>
        <CoverageTable coverage={coverage} />
      </section>
    </>
  )
}
