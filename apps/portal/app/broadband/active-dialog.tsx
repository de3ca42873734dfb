import { Button } from '../ui/button.tsx'
import { ModuleScript } from '../ui/markup.tsx'
import type { BalanceView, LeftRow } from './balance-view.ts'
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

const id = 'active-bundles'

interface ActiveBundlesProps {
  readonly page: PageView
  readonly balance: BalanceView
}

/** The link leads to the same page with the list open; script opens the list over this page instead. */
export function ActiveBundles({ page, balance }: ActiveBundlesProps) {
  const { active, activeText, activeHref, isActiveShown } = balance
  if (active.length === 0) return null
  return (
    <>
      <ModuleScript name="dialog" />
      <p>
        <a className="link" href={activeHref} data-opens={id}>
          {activeText}
        </a>
      </p>
      <dialog id={id} aria-labelledby={`${id}-heading`} open={isActiveShown}>
        <h2 id={`${id}-heading`}>{page.activeHeading}</h2>
        <ul className="left">
          {active.map((row) => (
            <LeftItem key={keyOfLeft(row)} row={row} page={page} />
          ))}
        </ul>
        <form method="dialog" className="field">
          <Button look="second">{page.close}</Button>
        </form>
      </dialog>
    </>
  )
}
