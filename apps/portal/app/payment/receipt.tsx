import { Amount } from '../ui/amount.tsx'
import { Icon } from '../ui/icon.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { StatusPageProps } from './status-view.ts'

/** Reference first: it is what somebody reads over the phone. */
export function Receipt({ id, view, texts }: Pick<StatusPageProps, 'id' | 'view' | 'texts'>) {
  const { reference, amount, facts, isReceiptFirst } = view
  return (
    <aside className="receipt" aria-labelledby="receipt-heading">
      <OrderSummary>
        <h2 id="receipt-heading" className="unseen">
          {texts.summary}
        </h2>
        <p className="hint">{texts.reference}</p>
        <p className="reference">{reference}</p>
        <button className="link by-script" type="button" data-copy={reference} data-said={texts.copied}>
          <Icon name="copy" />
          {texts.copy}
        </button>
        <p role="status" className="small" id="said" />
        {isReceiptFirst && (
          <p>
            <Amount isBig text={amount} />
          </p>
        )}
        <Facts facts={isReceiptFirst ? facts.filter(({ isTotal }) => !isTotal) : facts} />
        <p className="hint transaction">
          {texts.transactionId} <span>{id}</span>
        </p>
      </OrderSummary>
    </aside>
  )
}
