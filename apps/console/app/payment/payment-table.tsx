import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import { type PaymentRow, toneOf } from './payment-row.ts'

interface PaymentTableProps {
  readonly caption: string
  readonly rows: readonly PaymentRow[]
}

/** Payments in rows, each a link to its page. */
export function PaymentTable({ caption, rows }: PaymentTableProps) {
  const { payment } = useTexts()
  return (
    <div className="table-box">
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{payment.reference}</th>
            <th scope="col">{payment.state}</th>
            <th scope="col">{payment.time}</th>
            <th scope="col" className="sum">
              {payment.amount}
            </th>
            <th scope="col">{payment.product}</th>
            <th scope="col">{payment.method}</th>
            <th scope="col">{payment.payer}</th>
            <th scope="col">{payment.receiver}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.reference}>
              <th scope="row">
                <a className="whole mono" href={`/payments/${row.reference}`}>
                  {row.reference}
                </a>
              </th>
              <td>
                <Tag tone={toneOf[row.summary]}>{payment.summaries[row.summary]}</Tag>
              </td>
              <td className="whole">{row.time}</td>
              <td className="sum whole">{row.amount}</td>
              <td>{textOf(payment.products, row.product)}</td>
              <td>{textOf(payment.methods, row.method)}</td>
              <td className="whole">{row.payer ?? payment.forgotten}</td>
              <td className="whole">{row.receiver ?? payment.forgotten}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
