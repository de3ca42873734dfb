import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { CaseView } from './case-view.ts'

/** Our record beside theirs. */
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
    </section>
  )
}
