import { ButtonLink } from '../ui/button.tsx'
import { OrderSummary } from '../ui/order-summary.tsx'
import { StepTimeline } from '../ui/step-timeline.tsx'

interface MoneyCardProps {
  /** Back to the number. */
  readonly topUpHref: string
  readonly bundlesHref: string
  readonly texts: Readonly<
    Record<
      | 'followHeading'
      | 'followText'
      | 'followExample'
      | 'followPaid'
      | 'followSent'
      | 'followBack'
      | 'followBackText'
      | 'heroTopUp'
      | 'heroBundle',
      string
    >
  >
}

/** Shows, with a payment drawn as its page draws it, what happens to the money. */
export function MoneyCard({ topUpHref, bundlesHref, texts }: MoneyCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.followHeading}</h2>
        <p>{texts.followText}</p>
        <p className="row">
          <ButtonLink look="second" href={topUpHref}>
            {texts.heroTopUp}
          </ButtonLink>
          <ButtonLink look="second" href={bundlesHref}>
            {texts.heroBundle}
          </ButtonLink>
        </p>
      </div>
      <figure>
        <OrderSummary>
          <figcaption className="hint">{texts.followExample}</figcaption>
          <StepTimeline
            steps={[
              { state: 'done', title: texts.followPaid, time: '14:05:12' },
              { state: 'done', title: texts.followSent, time: '14:05:31' },
              { state: 'next', title: texts.followBack, text: texts.followBackText, icon: 'return' },
            ]}
          />
        </OrderSummary>
      </figure>
    </section>
  )
}
