import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { CaseView } from './case-view.ts'

/** Shows our record beside theirs. */
export function CaseSides({ view }: { readonly view: CaseView }) {
  const { finance } = useTexts()
  const { cases, sources, kinds } = finance
  const source = textOf(sources, view.source)
  return (
    <section className="part">
      <div className="sides">
        <section>
          <h2>{cases.ours}</h2>
          <p className="figure">{view.ours ?? cases.nothingHere}</p>
          {view.reference !== undefined && (
            <p>
              {cases.payment}{' '}
              <a className="mono" href={`/payments/${view.reference}`}>
                {view.reference}
              </a>
            </p>
          )}
        </section>
        <section>
          <h2>{source}</h2>
          <p className="figure">{view.theirs ?? cases.nothingHere}</p>
          {view.file !== undefined && (
            <p>
              <a href={`/finance/settlements/${view.file.id}`}>{view.file.name}</a>
              {view.file.row !== undefined && `, ${fill(cases.row, { row: view.file.row })}`}
            </p>
          )}
        </section>
      </div>
      <dl className="facts">
        {[
          [cases.kind, kinds[view.kind]],
          [finance.day, view.day],
          [cases.result, finance.results[view.result]],
          [cases.differences, view.differences.map((one) => cases.differenceNames[one]).join(', ')],
          [cases.foundAt, view.openedAt],
        ]
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Figures view={view} />
    </section>
  )
}

/** Fees, days and earlier values: what the two amounts do not show. */
function Figures({ view: { figures } }: { readonly view: CaseView }) {
  const { finance } = useTexts()
  const texts = finance.cases.figures
  if (figures.length === 0) return undefined
  return (
    <>
      <h2>{texts.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard. */}
      <section className="table-box" aria-label={texts.title} tabIndex={0}>
        <table>
          <caption className="unseen">{texts.title}</caption>
          <thead>
            <tr>
              <th scope="col">{finance.cases.kind}</th>
              <th scope="col">{texts.expected}</th>
              <th scope="col">{texts.found}</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ of, against, expected, found }) => (
              <tr key={`${of} ${against}`}>
                <td>{texts.of[of]}</td>
                <td>
                  {expected} <small className="quiet">{texts.against[against]}</small>
                </td>
                <td>{found}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
