import { BundlePicker } from '../bundles/bundle-picker.tsx'
import { PostForm } from '../form/post-form.tsx'
import { isAboutNumber, NumberForm } from '../number/number-form.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Message, NoteSection } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { BalancePanel } from './balance-panel.tsx'
import type { PageView } from './broadband-view.ts'
import type { BundleChoice } from './bundle-choice-view.ts'
import type { RouterAnswer, RouterView } from './router-page.ts'
import type { RouterPage } from './router-step.ts'

interface RouterOrderSummaryProps {
  readonly page: PageView
  readonly number: string
  readonly isPhone: boolean
  readonly retryHref: string
  /** Undefined on the balance page itself. */
  readonly balanceHref?: string
}

function RouterOrderSummary({ page, number, isPhone, retryHref, balanceHref }: RouterOrderSummaryProps) {
  return (
    <OrderSummary>
      <Facts facts={[{ term: page.forNumber, value: number }]} />
      <p className="row">
        <span className="hint">{isPhone ? page.lineMobile : page.lineBroadband}</span>{' '}
        <a className="link" href={retryHref}>
          {page.another}
        </a>{' '}
        {balanceHref !== undefined && (
          <a className="link" href={balanceHref}>
            {page.balanceFirst}
          </a>
        )}
      </p>
    </OrderSummary>
  )
}

interface RouterScreenProps {
  readonly name: RouterPage
  readonly page: PageView
  readonly saved?: SavedChoice
  readonly router?: RouterView
  readonly isGone: boolean
  readonly answer?: RouterAnswer
}

const titles = { bundles: 'headingBundles', balance: 'headingBalance' } as const satisfies Record<RouterPage, string>

export function RouterScreen({ name, page, saved, router, isGone, answer = {} }: RouterScreenProps) {
  const { error, note, typed } = answer
  const title = page[titles[name]]
  const showsNumberForm = router === undefined || isAboutNumber(answer)
  return (
    <>
      <PageTitle title={title} />
      <PageHero
        title={title}
        meta={name === 'bundles' ? <p>{page.step}</p> : undefined}
        progressMark={<ProgressMark level={34} />}
      />
      <div className="wrap bill-page">
        {error !== undefined && <ErrorSummary heading={page.summaryOne} problems={[error]} />}
        {isGone && <NoteSection tone="wait">{page.orderGone}</NoteSection>}
        {showsNumberForm ? (
          <NumberForm page={page} saved={saved} answer={answer} />
        ) : (
          <>
            <RouterOrderSummary
              page={page}
              number={router.number}
              isPhone={router.choice === undefined}
              retryHref={router.retryHref}
              balanceHref={name === 'bundles' ? router.balanceHref : undefined}
            />
            {name === 'balance' && (
              <BalancePanel page={page} isPhone={router.choice === undefined} balance={router.balance} note={note} />
            )}
            {router.onward !== undefined && <Onward page={page} to={router.onward} />}
          </>
        )}
      </div>
      {!showsNumberForm && router.choice !== undefined && (
        <RouterBundles page={page} choice={router.choice} typed={typed?.bundle} error={error?.text} />
      )}
    </>
  )
}

/** A phone is topped up, or its bill paid, on another page: the number goes along in the order. */
function Onward({ page, to }: { readonly page: PageView; readonly to: 'recharge' | 'bill' }) {
  return (
    <PostForm className="section">
      <Button name="intent" value="onward">
        {to === 'bill' ? page.offerBillLink : page.offerPrepaidLink}
      </Button>
    </PostForm>
  )
}

interface RouterBundlesProps {
  readonly page: PageView
  readonly choice: BundleChoice
  readonly typed?: string
  readonly error?: string
}

/** Shows the bundles that the router can have, and the button to the payment. */
function RouterBundles({ page, choice, typed, error }: RouterBundlesProps) {
  const { texts, listing, retry, chosen } = choice
  const picker = (
    <BundlePicker
      texts={texts}
      listing={listing}
      retry={retry}
      start={typed || chosen}
      error={error !== undefined && <Message tone="bad">{error}</Message>}
    />
  )
  if (listing === 'unavailable' || listing.groups.length === 0) return <div className="wrap">{picker}</div>
  return (
    <PostForm noValidate className="wrap columns">
      {picker}
      <div className="order">
        <div className="slip">
          <p className="in-short">
            <small>{page.choiceHint}</small>
          </p>
          <Button isFull name="intent" value="choose">
            {page.continue}
          </Button>
        </div>
      </div>
    </PostForm>
  )
}
