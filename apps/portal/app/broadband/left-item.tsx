import type { LeftRow } from './balance-view.ts'
import type { PageView } from './broadband-view.ts'

export const keyOfLeft = ({ service, description, expires, balance }: LeftRow) =>
  `${service} ${description} ${expires} ${balance}`

export function LeftItem({ row, page }: { readonly row: LeftRow; readonly page: PageView }) {
  const { service, description, balance, unit, expires } = row
  return (
    <li>
      <span className="what">
        <small>{service}</small>
        <b>{description}</b>
        <small>{expires}</small>
      </span>
      <span className="amount">
        {balance ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="unseen">{page.unlimited}</span>
          </>
        )}{' '}
        <small>{unit}</small>
      </span>
    </li>
  )
}
