import { Fragment } from 'react'
import { KeepNumber } from '../saved-numbers/save-number.tsx'
import { BackLink, ButtonLink, ButtonRoom } from '../ui/button.tsx'
import { Tag } from '../ui/chips.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Icon, iconPath } from '../ui/icon.tsx'
import { NoteSection, toneSigns } from '../ui/notes.tsx'
import { Amount, Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark, ProgressMarkRing, Water } from '../ui/page-hero.tsx'
import { StepTimeline } from '../ui/step-timeline.tsx'
import { RemindMe } from './reminders/remind-me.tsx'
import type { StatusPageProps, StatusView } from './status-view.ts'

/** The reference comes first: a customer reads it over the phone. */
function Receipt({ id, view, texts }: Pick<StatusPageProps, 'id' | 'view' | 'texts'>) {
  const { reference, amount, facts, isReceiptFirst } = view
  return (
    <aside className="receipt" aria-labelledby="receipt-heading">
      <OrderSummary>
        <h2 id="receipt-heading" className="unseen">
          {texts.summary}
        </h2>
        <p className="hint">{texts.reference}</p>
        <p className="reference">{reference}</p>
        <ButtonRoom icon="copy" text={texts.copy} data-copy={reference} data-announce={texts.copied} />
        <p role="status" className="small" id="said" data-by-hand={texts.copyByHand} data-no-print={texts.noPrint} />
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

const tagSigns = { ...toneSigns, bad: iconPath('cross') }
const adviceNotes = {
  info: { tone: 'info', icon: 'info' },
  ok: { tone: 'ok', icon: 'tick' },
  help: { tone: 'info', icon: 'help' },
} as const

export function StatusPage(props: StatusPageProps) {
  const { view, watchHref, poll, backHref, orderDigest, keep, remind, fault, texts } = props
  const { appearance, isReceiptFirst } = view
  return (
    <>
      <PageTitle title={`${view.tag}: ${view.heading}`} />
      <PageHero
        className={`status ${view.customerStage}`}
        isNight={appearance.isNight}
        title={view.heading}
        meta={
          <>
            <BackLink href={backHref} text={texts.back} />{' '}
            <Tag isState tone={appearance.tone} sign={tagSigns[appearance.tone]}>
              {view.tag}
            </Tag>
          </>
        }
        progressMark={
          <>
            {appearance.hasRing && <ProgressMarkRing />}
            <ProgressMark level={appearance.progressMark} icon={appearance.progressMarkIcon} />
          </>
        }
      >
        {view.text !== '' && <p>{view.text}</p>}
      </PageHero>
      {!appearance.isNight && <Water className="band" />}
      {fault !== undefined && (
        <div className="wrap">
          <ErrorSummary heading={fault.heading} problems={[{ field: 'label', text: fault.text }]} />
        </div>
      )}
      {isReceiptFirst ? (
        <div className="wrap columns even receipt-page">
          <Receipt {...props} />
          <div>
            <Correction {...props} />
            <NextStep {...props} />
            <Advice view={view} />
            <Gift view={view} />
            <Steps view={view} title={texts.progress} />
            {keep !== undefined && <KeepNumber keep={keep} fault={fault} />}
            {remind !== undefined && <RemindMe remind={remind} />}
          </div>
        </div>
      ) : (
        <div className="wrap columns receipt-page">
          <div>
            <Steps view={view} title={texts.progress} />
            <Correction {...props} />
            <Advice view={view} />
            <Gift view={view} />
            <NextStep {...props} />
          </div>
          <Receipt {...props} />
        </div>
      )}
      {!view.isFinal && (
        <div
          id="watch"
          data-href={watchHref}
          data-version={view.version}
          data-order={orderDigest}
          data-pause={poll?.pauseSeconds}
          data-most={poll?.maxTries}
        />
      )}
    </>
  )
}

function Steps({ view: { steps, note }, title }: { readonly view: StatusView; readonly title: string }) {
  if (note !== undefined) return <p>{note}</p>
  return (
    <section className="steps">
      <h2 className="unseen">{title}</h2>
      <StepTimeline steps={steps} />
    </section>
  )
}

function Advice({ view: { advice } }: { readonly view: StatusView }) {
  if (advice === undefined) return null
  return (
    <NoteSection {...adviceNotes[advice.tone]}>
      <b>{advice.heading}</b> {advice.text}
    </NoteSection>
  )
}

function Gift({ view: { gift } }: { readonly view: StatusView }) {
  return gift === undefined ? null : <NoteSection tone="info">{gift}</NoteSection>
}

function Correction({ correction: { note } }: StatusPageProps) {
  if (note === undefined) return null
  return (
    <NoteSection tone={note.tone}>
      <b>{note.heading}</b> {note.text}
    </NoteSection>
  )
}

function NextStep({ view, poll, shareHref, correction: { ask }, receipt, texts }: StatusPageProps) {
  const { action, links } = view
  return (
    <div className="way-on">
      {action !== undefined && (
        <p>
          <ButtonLink href={action.href}>{action.text}</ButtonLink>
        </p>
      )}
      <p className="row">
        {receipt !== undefined && (
          <a className="link" href={receipt.href}>
            <Icon name="save" />
            {receipt.text}
          </a>
        )}{' '}
        {links.map(({ href, text, icon }) => (
          <Fragment key={text}>
            <a className="link" href={href}>
              {icon !== undefined && <Icon name={icon} />}
              {text}
            </a>{' '}
          </Fragment>
        ))}
        <ButtonRoom icon="share" text={texts.share} data-share={shareHref} data-announce={texts.linkCopied} />
        <ButtonRoom icon="save" text={texts.print} data-print="" />
      </p>
      {ask !== undefined && (
        <p className="field">
          <a className="link" href={ask.href}>
            {ask.text}
          </a>
        </p>
      )}
      {!view.isFinal && <p role="status" id="unanswered" data-text={texts.refreshUnanswered} />}
      {!view.isFinal && <Refresh view={view} texts={texts} />}
      {poll !== undefined && <p role="status" className="hint" id="stopped" data-text={texts.refreshStopped} />}
      <p className="field hint">{texts.linkNote}</p>
    </div>
  )
}

/** The browser reloads the page without script, ever less often; with it a small module polls the state. */
function Refresh({ view: { refreshSeconds }, texts }: Pick<StatusPageProps, 'view' | 'texts'>) {
  return (
    <noscript>
      {refreshSeconds !== undefined && <meta httpEquiv="refresh" content={String(refreshSeconds)} />}
      <p className="hint">
        {refreshSeconds === undefined
          ? texts.refreshStopped
          : texts.refreshNote.replace('{seconds}', String(refreshSeconds))}
      </p>
    </noscript>
  )
}
