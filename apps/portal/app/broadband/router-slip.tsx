import { Facts, Slip } from '../ui/slip.tsx'
import type { PageView } from './broadband-view.ts'

interface RouterSlipProps {
  readonly page: PageView
  readonly number: string
  readonly againHref: string
  /** Absent where it stands on this very page. */
  readonly balanceHref?: string
}

/** For which router. */
export function RouterSlip({ page, number, againHref, balanceHref }: RouterSlipProps) {
  return (
    <Slip>
      <Facts facts={[{ term: page.forNumber, value: number }]} />
      <p className="row">
        <span className="hint">{page.lineBroadband}</span>
        <a className="link" href={againHref}>
          {page.another}
        </a>
        {balanceHref !== undefined && (
          <a className="link" href={balanceHref}>
            {page.balanceFirst}
          </a>
        )}
      </p>
    </Slip>
  )
}
