import type { Health } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import { ActForm } from '../acts/act-form.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { Tag, type Tone } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import type { MethodRow } from './operations-view.ts'

const toneOf: Readonly<Record<Health, Tone>> = { well: 'ok', slow: 'wait', failing: 'bad' }

type Switch = MethodRow['gateways'][number]

function SwitchCells({ row: { name, isOpen, by, act } }: { readonly row: Switch }) {
  const { operations, acts } = useTexts()
  return (
    <>
      <td>{isOpen ? operations.on : <Tag tone="bad">{operations.off}</Tag>}</td>
      <td>
        {by !== undefined && (
          <span className="quiet">
            {fill(operations.switchedBy, { name: by.who, time: by.at, reason: textOf(acts.reasons, by.reason) })}
          </span>
        )}
        {act !== undefined && <ActForm act={act} subject={name} />}
      </td>
    </>
  )
}

function FiguresCell({ of: { tries, success = '–', toCredit = '–' } }: { readonly of: MethodRow['hour'] }) {
  const { operations } = useTexts()
  if (tries === 0) return <td className="quiet">{operations.noPayments}</td>
  return <td className="whole">{fill(operations.figures, { tries, success, toCredit })}</td>
}

function MethodRows({ method }: { readonly method: MethodRow }) {
  const { operations, payment } = useTexts()
  return (
    <>
      <tr>
        <th scope="row">{textOf(payment.methods, method.name)}</th>
        <td>
          <Tag tone={toneOf[method.health]}>{operations.healths[method.health]}</Tag>
        </td>
        <SwitchCells row={method} />
        <FiguresCell of={method.hour} />
        <FiguresCell of={method.day} />
      </tr>
      {method.gateways.map((gateway) => (
        <tr key={gateway.name}>
          <th scope="row" className="gateway">
            {fill(operations.gateway, { name: gateway.name })}
          </th>
          <td />
          <SwitchCells row={gateway} />
          <td colSpan={2} />
        </tr>
      ))}
    </>
  )
}

/** Shows each method's health by the portal's own payments, and the switches. */
export function MethodsPart({ methods }: { readonly methods: readonly MethodRow[] }) {
  const { operations } = useTexts()
  return (
    <section className="part">
      <h2>{operations.methods}</h2>
      <div className="table-box">
        <table className="methods">
          <caption className="unseen">{operations.methods}</caption>
          <thead>
            <tr>
              <th scope="col">{operations.method}</th>
              <th scope="col">{operations.health}</th>
              <th scope="col">{operations.state}</th>
              <th scope="col">{operations.switched}</th>
              <th scope="col">{operations.hour}</th>
              <th scope="col">{operations.day}</th>
            </tr>
          </thead>
          <tbody>
            {methods.map((method) => (
              <MethodRows key={method.name} method={method} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint below">{operations.figuresHint}</p>
    </section>
  )
}
