import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { portalContext } from '../portal-context.ts'
import { BackLink, ButtonLink } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Empty } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/invoices'
import { type AccountOrder, accountOrderIn } from './account-step.ts'
import type { FixedLineTexts } from './account-texts.ts'
import { InvoiceList } from './invoice-list.tsx'
import { invoiceStep } from './invoice-step.ts'
import { invoiceMessage, listView, ownerView } from './invoices-view.ts'

export const handle = { group: 'fixedLine', module: 'total' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await accountOrderIn(portal, url)
  const bill = await billOf(portal, order).catch(() => undefined)
  const owner = ownerView(portal, url, order, bill)
  const isOwed = bill !== undefined && bill.invoices.length > 0
  const list = isOwed ? listView(portal, url, order, bill) : undefined
  const without = bill === undefined ? 'unavailable' : 'nothing'
  return data({ owner, list, without } as const, { headers: privateHeaders })
}

/** A visitor who returns after the choice may have paid meanwhile. */
function billOf({ bills }: Portal, { account, choice }: AccountOrder) {
  return choice === undefined ? bills.fixedLine(account) : bills.fixedLineLately(account)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const order = await accountOrderIn(portal, url)
  const form = await request.formData()
  const numbers = form.getAll('invoice').flatMap((number) => (typeof number === 'string' ? [number] : []))
  const step = await invoiceStep(portal, order, { numbers, intent: readField(form, 'intent') })
  if (step.outcome !== 'choice')
    return data(
      { text: invoiceMessage(portal, url, step), ticked: numbers },
      { status: step.outcome === 'paid_meanwhile' ? 409 : 400, headers: privateHeaders },
    )
  const placed = await portal.orders.place(order, step.choice)
  return redirect(hrefsAt(url).paymentStart({ order: placed.id }), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Invoices({ loaderData: { owner, list, without }, actionData }: Route.ComponentProps) {
  const { texts, facts, retryHref, hereHref, summaryOne } = owner
  return (
    <>
      <PageTitle title={texts.heading} />
      <PageHero
        title={texts.heading}
        progressMark={<ProgressMark level={45} />}
        meta={
          <>
            <BackLink href={retryHref} text={texts.back} />
            <p>{texts.step}</p>
          </>
        }
      />
      <div className="wrap bill-page invoice-page">
        {actionData !== undefined && (
          <ErrorSummary heading={summaryOne} problems={[{ field: 'invoices', text: actionData.text }]} />
        )}
        <OrderSummary>
          <Facts facts={facts} />
          <a className="link" href={retryHref}>
            {texts.another}
          </a>
        </OrderSummary>
        {list === undefined ? (
          <Without without={without} texts={texts} hereHref={hereHref} />
        ) : (
          <InvoiceList list={list} texts={texts} hereHref={hereHref} ticked={actionData?.ticked} />
        )}
      </div>
    </>
  )
}

interface WithoutProps {
  readonly without: 'unavailable' | 'nothing'
  readonly texts: FixedLineTexts
  readonly hereHref: string
}

const copy = {
  unavailable: { heading: 'silentHeading', text: 'silentText' },
  nothing: { heading: 'nothingHeading', text: 'nothingText' },
} as const satisfies Record<WithoutProps['without'], { heading: keyof FixedLineTexts; text: keyof FixedLineTexts }>

/** Nothing is due, or the amount is unknown. */
function Without({ without, texts, hereHref }: WithoutProps) {
  return (
    <section className="section" aria-labelledby="invoices-heading">
      <h2 id="invoices-heading">{texts.listHeading}</h2>
      <Empty heading={texts[copy[without].heading]} text={texts[copy[without].text]}>
        {without === 'unavailable' && <ButtonLink href={hereHref}>{texts.tryAgain}</ButtonLink>}
      </Empty>
    </section>
  )
}
