import { fill } from '@nyanja/domain/texts/fill'
import { ActForm } from '../acts/act-form.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import { toneOf } from './payment-row.ts'
import type { Contacts, PaymentView } from './payment-view.ts'

interface PaymentHeadProps {
  readonly view: PaymentView
  /** The numbers are masked unless an act has shown them. */
  readonly contacts: Contacts
}

/** Money, delivery and refund side by side: where a payment is stuck is seen first. */
function Components({
  view: { components, amount, received, part, credit, takeback },
}: Pick<PaymentHeadProps, 'view'>) {
  const { payment } = useTexts()
  const { money, delivery, refund } = components
  const columns: readonly { readonly name: string; readonly word: string; readonly more?: string | undefined }[] = [
    {
      name: payment.money,
      word: payment.states.money[money],
      more: received && fill(payment.amountThere, { received }),
    },
    { name: payment.delivery, word: delivery === undefined ? payment.notBegun : payment.states.delivery[delivery] },
    {
      name: payment.refund,
      word: refund === undefined ? payment.none : payment.states.refund[refund],
      more: part && fill(payment.partOf, { part, amount }),
    },
    ...(credit === undefined
      ? []
      : [{ name: payment.credit, word: payment.states.credit[credit.state], more: credit.amount }]),
    ...(takeback === undefined
      ? []
      : [
          {
            name: payment.takeback,
            word: payment.states.takeback[takeback.state],
            more:
              takeback.reason === undefined
                ? takeback.amount
                : `${takeback.amount}: ${textOf(payment.takebackReasons, takeback.reason)}`,
          },
        ]),
  ]
  return (
    <dl className="components">
      {columns.map(({ name, word, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {word}
            {more !== undefined && <small className="whole"> {more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function PaymentHead({ view, contacts }: PaymentHeadProps) {
  const { payment } = useTexts()
  const { reference, reviews, customer } = view
  const forgotten = payment.forgotten
  return (
    <header className="payment-head">
      <div className="title-line">
        <h1 className="mono">{reference}</h1>
        <Tag tone={toneOf[view.summary]}>{payment.summaries[view.summary]}</Tag>
        <p className="big whole">{view.amount}</p>
      </div>
      <Components view={view} />
      {reviews.length > 0 && (
        <p className="because">
          {payment.inReviewBecause} {reviews.map((reason) => textOf(payment.reviewReasons, reason)).join(', ')}
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{payment.product}</dt>
          <dd>{textOf(payment.products, view.product)}</dd>
        </div>
        <div>
          <dt>{payment.method}</dt>
          <dd>
            {textOf(payment.methods, view.method)}
            {view.provider !== undefined && ` (${view.provider})`}
          </dd>
        </div>
        <div>
          <dt>{payment.ordered}</dt>
          <dd>
            {view.ordered}, {textOf(payment.sources, view.channel)}
          </dd>
        </div>
        <div>
          <dt>{payment.payer}</dt>
          <dd className="whole">{contacts.payer ?? forgotten}</dd>
        </div>
        <div>
          <dt>{payment.receiver}</dt>
          <dd className="whole">{contacts.account ?? contacts.receiver ?? forgotten}</dd>
        </div>
        {view.hasGiftMessage && (
          <div>
            <dt>{payment.giftMessage}</dt>
            <dd>{contacts.giftMessage ?? payment.giftHidden}</dd>
          </div>
        )}
        <div>
          <dt>{payment.customerSees}</dt>
          <dd>
            <a href={customer.href} target="_blank" rel="noreferrer">
              {payment.statuses[customer.status]}
              <span className="unseen"> ({payment.opensNew})</span>
            </a>
          </dd>
        </div>
      </dl>
      {view.mayReveal && <ActForm act="reveal" subject={reference} />}
    </header>
  )
}
