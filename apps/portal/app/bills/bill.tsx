import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { type CodeStep, waitForCodeText } from '../code/code-step.ts'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { isAboutNumber, type NumberAnswer, NumberForm } from '../number/number-form.tsx'
import { actOnNumber } from '../number-pages.ts'
import { hrefsAt } from '../order/order-page.ts'
import { isOwner } from '../order/proof-cookie.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { forgetSaved, numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Note, NoteSection } from '../ui/notes.tsx'
import { Amount, Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/bill'
import { amountStep } from './amount-step.ts'
import { AmountForm } from './bill-account.tsx'
import { billCodeStep } from './bill-code.tsx'
import type { LineView, PageView } from './bill-view.ts'
import {
  type AheadBox,
  amountMessage,
  billOrder,
  changedNote,
  exceedsBillView,
  lineView,
  maskedNumber,
  pageView,
} from './bill-view.ts'

export const handle = { group: 'bill' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = pageView(portal, url)
  const saved = await savedChoice(portal, request, url)
  if (!url.searchParams.has('order'))
    return data({ page, saved, line: undefined, isGone: false }, { headers: numberPageHeaders(saved) })
  const order = await billOrder(portal, url)
  if (order === undefined) return data({ page, saved, line: undefined, isGone: true }, { headers: privateHeaders })
  const to = hrefsAt(url)
  const line = {
    ...(await lineView(portal, url, { order, isOwner: await isOwner(portal, request, order) })),
    changed: await changedNote(portal, url, order),
    masked: maskedNumber(portal, order),
    accountHref: to.billAccount({ order: order.id }),
    retryHref: to.bills(),
  }
  return data({ page, saved, line, isGone: false }, { headers: privateHeaders })
}

/** The page's answer to a post that leads nowhere else. */
interface Answer extends NumberAnswer {
  readonly typed?: { readonly msisdn?: string; readonly amount?: string }
  /** The box that permits paying more than the bill. */
  readonly ahead?: AheadBox
  readonly note?: string
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const form = await request.formData()
  const textOf = (name: string) => readField(form, name)
  const answer = (body: Answer, status = 400) => data(body, { status, headers: privateHeaders })
  const go = (href: string) => redirect(href, { status: 303, headers: privateHeaders })
  const clientIp = context.get(clientIpContext)
  const known = await billOrder(portal, url)
  const intent = textOf('intent')

  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten

  if (known === undefined || intent === 'number' || intent === '') {
    const acted = await actOnNumber(portal, 'bills', { request, url, form, known, clientIp })
    return 'to' in acted ? go(acted.to) : answer(acted.answer, acted.status)
  }
  if (intent === 'code') {
    const sent = await billCodeStep(portal, { order: known, requester: { clientIp } }, to)
    if ('to' in sent) return go(sent.to)
    return answer({ note: codeNote(portal, url, sent) }, sent.seconds === undefined ? 400 : 429)
  }
  const typed = { amount: textOf('amount') }
  const paid = await amountStep(portal, known, {
    typed: typed.amount,
    credit: textOf('credit'),
    isOwner: await isOwner(portal, request, known),
  })
  if (paid.outcome === 'exceeds_bill') {
    const { text, ahead } = exceedsBillView(portal, url, paid)
    return answer({ typed, error: { field: 'amount', text }, ahead })
  }
  if (paid.outcome === 'fault')
    return answer({ typed, error: { field: 'amount', text: amountMessage(portal, url, paid.fault) } })
  const placed = await portal.orders.place(known, paid.choice)
  return go(to.paymentStart({ order: placed.id }))
}

/** Explains why no code was sent. */
function codeNote(portal: Portal, url: URL, { problem, seconds }: Exclude<CodeStep, { readonly to: string }>): string {
  if (seconds !== undefined) return waitForCodeText(portal, url, seconds)
  const { codeLimit, codeLimitText, billSilent } = pageView(portal, url)
  return problem === 'code_limit' ? `${codeLimit} ${codeLimitText}` : billSilent
}

export const headers = pageHeaders

export default function Bill({ loaderData: { page, saved, line, isGone }, actionData }: Route.ComponentProps) {
  const answer: Answer = actionData ?? {}
  const { error, note, typed, ahead } = answer
  const owed = typeof line?.owed === 'object' ? line.owed : undefined
  return (
    <>
      <PageTitle title={page.heading} />
      <PageHero title={page.heading} meta={<p>{page.step}</p>} progressMark={<ProgressMark level={34} />} />
      <div className="wrap bill-page">
        {error !== undefined && <ErrorSummary heading={page.summaryOne} problems={[error]} />}
        {isGone && <NoteSection tone="wait">{page.orderGone}</NoteSection>}
        {line === undefined || isAboutNumber(answer) ? (
          <NumberForm page={page} saved={saved} answer={answer} />
        ) : (
          <>
            {line.changed !== undefined && actionData === undefined && (
              <NoteSection tone="wait">{line.changed}</NoteSection>
            )}
            <OwedPanel page={page} line={line} note={note} />
            <AmountForm
              page={page}
              start={typed?.amount ?? owed?.start ?? ''}
              error={error?.text}
              ahead={ahead ?? owed?.ahead}
            />
          </>
        )}
      </div>
    </>
  )
}

interface OwedPanelProps {
  readonly page: PageView
  readonly line: LineView & { readonly masked: string; readonly accountHref: string; readonly retryHref: string }
  /** The reason that no code was sent. */
  readonly note?: string
}

/** Shows the line, and for its owner the amount due. */
function OwedPanel({ page, line, note }: OwedPanelProps) {
  const { owed } = line
  return (
    <OrderSummary>
      <Facts
        facts={[
          { term: page.forNumber, value: line.number },
          ...(typeof owed === 'object'
            ? [
                { term: page.accountNumber, value: owed.account },
                { term: owed.term, value: <Amount text={owed.amount} />, isTotal: true },
              ]
            : []),
        ]}
      />
      <p className="hint" data-proven={typeof owed === 'object' || undefined}>
        {line.line}{' '}
        <a className="link" href={line.retryHref}>
          {page.another}
        </a>
      </p>
      {typeof owed === 'object' && owed.note !== undefined && <p>{owed.note}</p>}
      {owed === 'unavailable' && <Note tone="wait">{page.billSilent}</Note>}
      {owed === undefined && <Ask page={page} line={line} note={note} />}
    </OrderSummary>
  )
}

function Ask({ page, line, note }: OwedPanelProps) {
  const [before = '', after = ''] = page.owedByCode.split('{number}')
  return (
    <section aria-labelledby="owed-heading" className="ask">
      <h2 id="owed-heading">{page.owedHeading}</h2>
      <p>{page.owedAsk}</p>
      {note !== undefined && <Note tone="wait">{note}</Note>}
      <PostForm>
        <Button variant="second" name="intent" value="code">
          {before}
          {line.masked}
          {after}
        </Button>
      </PostForm>
      <p>
        <a className="link" href={line.accountHref}>
          {page.owedByAccount}
        </a>
      </p>
    </section>
  )
}
