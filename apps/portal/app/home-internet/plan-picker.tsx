import { BundleList } from '../bundles/bundle-list.tsx'
import { PostForm } from '../form/post-form.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty, Note } from '../ui/notes.tsx'
import { type Fact, Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { InternetTexts } from './draft-step.ts'
import type { PlanChoice, PlanFacts, PlanListing, PlanRow } from './plan-view.ts'

/** The draft's version on this page: a form that was filled in over an older one overwrites nothing. */
export function Seen({ version }: { readonly version: number }) {
  return <input type="hidden" name="version" value={version} />
}

interface ChosenPlan {
  readonly code: string
  readonly name: string
  readonly firstDay: string
}

interface PlanPickerProps {
  readonly texts: InternetTexts
  readonly choice: PlanChoice
  readonly chosen?: ChosenPlan
  /** What was ticked in a refused form. */
  readonly typed?: string
  readonly version: number
}

const headingId = 'plans-heading'

/** Lists every plan with what it includes, how long and for how much, and the button to continue. */
export function PlanPicker({ texts, choice, ...picking }: PlanPickerProps) {
  if (choice.kind === 'list' && choice.groups.length > 0) return <Picker texts={texts} listing={choice} {...picking} />
  return (
    <section className="wrap section" aria-labelledby={headingId}>
      <h2 id={headingId}>{texts.planHeading}</h2>
      {choice.kind === 'unavailable' ? (
        <>
          <Note tone="wait">{texts.plansSilent}</Note>
          <p className="field">
            <ButtonLink href={choice.retryHref} variant="second">
              {texts.tryAgain}
            </ButtonLink>
          </p>
        </>
      ) : (
        <Empty heading={texts.plansNone} text={texts.plansNoneText} />
      )}
    </section>
  )
}

type PickerProps = Omit<PlanPickerProps, 'choice'> & { readonly listing: PlanListing }

function Picker({ texts, listing, chosen, typed, version }: PickerProps) {
  const { columnPlan, columnGives, columnLasts, columnPrice } = texts
  const start = typed || (chosen?.code ?? '')
  return (
    <PostForm noValidate className="wrap columns" data-plans="">
      <Seen version={version} />
      <section className="section" aria-labelledby={headingId}>
        <h2 id={headingId}>{texts.planHeading}</h2>
        <BundleList
          listing={listing}
          filterLabel={texts.planFilter}
          note={listing.tax}
          heads={[columnPlan, columnGives, columnLasts, columnPrice]}
          drawRow={(row, isFirst) => <Row key={row.code} row={row} isChosen={row.code === start} isFirst={isFirst} />}
        />
      </section>
      <aside className="order" aria-label={texts.planChosen}>
        <div className="slip">
          <h2>{texts.planChosen}</h2>
          <p className="in-short" aria-live="polite">
            <b data-name="">{chosen?.name}</b> <small data-first-day="">{chosen?.firstDay ?? texts.planHint}</small>
          </p>
          <Button isFull>{texts.continue}</Button>
        </div>
      </aside>
    </PostForm>
  )
}

/** The first one has the name by which an error links to the list. */
function Row({
  row,
  isChosen,
  isFirst,
}: {
  readonly row: PlanRow
  readonly isChosen: boolean
  readonly isFirst: boolean
}) {
  return (
    <li>
      <label className="bundle">
        <input
          type="radio"
          name="plan"
          id={isFirst ? 'plan' : undefined}
          value={row.code}
          defaultChecked={isChosen}
          data-name={row.name}
          data-first-day={row.firstDay}
        />
        <span className="gives">{row.name}</span>
        <span className="ends">{row.gives}</span>
        <span className="per-mb">{row.lasts}</span>
        <span className="price">{row.price}</span>
      </label>
    </li>
  )
}

interface PlanOrderSummaryProps {
  readonly texts: InternetTexts
  readonly plan: PlanFacts
  readonly changeHref?: string
}

/** Shows the chosen plan, and its total. */
export function PlanOrderSummary({ texts, plan, changeHref }: PlanOrderSummaryProps) {
  const { name, price, fee, due } = plan
  const facts: Fact[] = [
    { term: name, value: price },
    ...(fee === undefined ? [] : [{ term: texts.feeOnce, value: fee }]),
    { term: texts.dueFirst, value: due, isTotal: true },
  ]
  return (
    <OrderSummary>
      <h2>{texts.planChosen}</h2>
      <Facts facts={facts} />
      {changeHref !== undefined && (
        <p>
          <a className="link" href={changeHref}>
            {texts.changePlan}
          </a>
        </p>
      )}
    </OrderSummary>
  )
}
