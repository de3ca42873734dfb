import { data, redirect } from 'react-router'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { Route } from './+types/done'
import { doneView, type FeasibleView } from './done-view.ts'
import { draftAt } from './draft-step.ts'
import { PlanOrderSummary } from './plan-picker.tsx'

export const handle = { group: 'lead', module: 'dialog' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'done')
  const { refresh, ...view } = await doneView(portal, url, draft)
  return data(view, { headers: { ...privateHeaders, ...(refresh !== undefined && { refresh }) } })
}

/** Submits an order that could not be submitted at once, or creates another order to pay. */
export async function action({ url, context }: Route.ActionArgs) {
  const { draftSender, ...portal } = context.get(portalContext)
  const to = hrefsAt(url)
  const draft = await draftAt(portal, url, 'done')
  if (draft.lead === undefined) {
    await draftSender.send(draft)
    return redirect(to.leadDone({ draft: draft.id }), { status: 303, headers: privateHeaders })
  }
  const reordered = await draftSender.reorder(draft)
  const order = reordered?.lead?.orderId
  const next = order === undefined ? to.leadDone({ draft: draft.id }) : to.paymentStart({ order })
  return redirect(next, { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Done({ loaderData: view }: Route.ComponentProps) {
  const { texts } = view
  switch (view.kind) {
    case 'to_send':
      return (
        <Outcome
          title={texts.sendTitle}
          text={texts.sendText}
          close={view.close}
          progressMark={<ProgressMark level={60} />}
        >
          <PostForm className="field">
            <Button>{texts.sendButton}</Button>
          </PostForm>
        </Outcome>
      )
    case 'feasible':
      return (
        <Outcome
          title={texts.feasibleTitle}
          text={view.text}
          progressMark={<ProgressMark level="complete" icon="tick" />}
          {...sent(view)}
        >
          {view.moneyText !== undefined && <p className="section">{view.moneyText}</p>}
          <Payment view={view} />
          {view.plan !== undefined && (
            <div className="section">
              <PlanOrderSummary texts={texts} plan={view.plan} />
            </div>
          )}
        </Outcome>
      )
    case 'not_feasible':
      return (
        <Outcome title={texts.notYetTitle} text={texts.notYetText} {...sent(view)}>
          <p className="field">
            <ButtonLink href={view.otherHref}>{texts.exploreOthers}</ButtonLink>
          </p>
          {view.soon && <Soon text={texts.notYetSoon} stay={texts.stayHere} href={view.stayHref} />}
        </Outcome>
      )
    case 'unsure':
      return <Outcome title={texts.unsureTitle} text={texts.unsureText} {...sent(view)} />
  }
}

interface OutcomeProps {
  readonly title: string
  readonly text: string
  readonly progressMark?: React.ReactNode
  readonly close: string
  readonly reference?: { readonly term: string; readonly value: string }
  readonly follow?: { readonly href: string; readonly text: string }
  readonly children?: React.ReactNode
}

function Outcome({ title, text, progressMark, close, reference, follow, children }: OutcomeProps) {
  return (
    <>
      <PageTitle title={title} />
      <PageHero progressMark={progressMark} />
      <div className="wrap bill-page">
        <StepDialog title={title} isPageTitle close={close}>
          <p>{text}</p>
          {reference !== undefined && (
            <p className="section">
              {reference.term} <span className="reference">{reference.value}</span>
            </p>
          )}
          {children}
          {follow !== undefined && (
            <p className="section">
              <a className="link" href={follow.href}>
                {follow.text}
              </a>
            </p>
          )}
        </StepDialog>
      </div>
    </>
  )
}

type SentView = Exclude<Route.ComponentProps['loaderData'], { kind: 'to_send' }>

function sent({ texts, close, reference, followHref }: SentView): Pick<OutcomeProps, 'close' | 'reference' | 'follow'> {
  return {
    close,
    reference: { term: texts.reference, value: reference },
    ...(followHref !== undefined && { follow: { href: followHref, text: texts.followOrder } }),
  }
}

/** The page continues by itself soon; its text stays for a visitor who cancels that. */
function Soon({ text, stay, href }: { readonly text: string; readonly stay: string; readonly href: string }) {
  return (
    <p className="hint">
      {text}{' '}
      <a className="link" href={href}>
        {stay}
      </a>
    </p>
  )
}

function Payment({
  view: { texts, payment, moneyText, soon, stayHref },
}: {
  readonly view: Omit<FeasibleView, 'refresh'>
}) {
  switch (payment.state) {
    case 'open':
      return (
        <>
          <p className="field">
            <ButtonLink href={payment.href}>{texts.payNow}</ButtonLink>
          </p>
          {soon && <Soon text={texts.feasibleSoon} stay={texts.stayHere} href={stayHref} />}
          {!soon && moneyText === undefined && <p className="hint">{texts.feasibleLater}</p>}
        </>
      )
    case 'over':
      return (
        <PostForm className="field">
          <Button>{texts.payNow}</Button>
        </PostForm>
      )
    case 'begun':
      return (
        <>
          <p>{texts.paidText}</p>
          <p className="field">
            <ButtonLink href={payment.href}>{texts.seePayment}</ButtonLink>
          </p>
        </>
      )
  }
}
