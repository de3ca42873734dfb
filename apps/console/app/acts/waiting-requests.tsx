import type { HistoricTakeback } from '@nyanja/back-office/operations/reviews'
import type { StaffRequest } from '@nyanja/back-office/operations/staff-requests'
import { compareMoney, displayMoney } from '@nyanja/domain/money/money'
import type { Staff } from '@nyanja/domain/staff/roles'
import { fill } from '@nyanja/domain/texts/fill'
import type { Clock } from '@nyanja/web/format/clock'
import { may } from '../guard.ts'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import { ActForm } from './act-form.tsx'

interface RequestOptions {
  readonly clock: Clock
  readonly staff: Staff
  /** The takeback of the payment that the request is about. */
  readonly takeback?: HistoricTakeback | undefined
}

/** The balance of the line. Approval is offered once it is known and sufficient. */
function balanceView({ act }: StaffRequest, { clock, takeback }: RequestOptions) {
  if (act !== 'take_back') return undefined
  const { balance, amount } = takeback ?? {}
  if (balance === undefined || amount === undefined) return { text: 'balanceUnknown', values: {} } as const
  const isEnough = compareMoney(balance.amount, amount) >= 0
  const values = { balance: displayMoney(balance.amount), time: clock.exact(balance.at) }
  return { text: isEnough ? 'balance' : 'balanceTooLow', values } as const
}

/** A request as a member of staff sees it. */
export function waitingRequest(request: StaffRequest, options: RequestOptions) {
  const { clock, staff } = options
  const { id, act, reason, amount, requestedById, requestedBy, requestedAt } = request
  return {
    ...{ id, act, reason, requestedBy, amount: amount && displayMoney(amount) },
    requestedAt: clock.exact(requestedAt),
    balance: balanceView(request, options),
    mayDecide: requestedById !== staff.id && may(staff, 'approve'),
    isOwn: requestedById === staff.id,
  }
}

type WaitingRequest = ReturnType<typeof waitingRequest>

/** Shows a colleague's request, and the decision about it. */
export function WaitingRequests({ requests }: { readonly requests: readonly WaitingRequest[] }) {
  const { acts } = useTexts()
  return requests.map(({ id, act, amount, balance, reason, requestedBy, requestedAt, mayDecide, isOwn }) => (
    <section key={id} className="request">
      <h3>
        {fill(acts.waiting, { act: acts.names[act] })}
        {amount !== undefined && <span className="whole"> · {amount}</span>}
      </h3>
      <p>{fill(acts.requestedBy, { name: requestedBy, time: requestedAt, reason: textOf(acts.reasons, reason) })}</p>
      {balance !== undefined && (
        <p>
          <b>{fill(acts[balance.text], balance.values)}</b>
        </p>
      )}
      {isOwn && <p className="quiet">{acts.otherDecides}</p>}
      {mayDecide && (balance?.text ?? 'balance') === 'balance' && (
        <ActForm act="approve" subject={id} usualReason={reason} />
      )}
      {mayDecide && <ActForm act="decline" subject={id} />}
    </section>
  ))
}
