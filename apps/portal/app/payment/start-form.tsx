import { useEffect, useState } from 'react'
import { Tag } from '../ui/chips.tsx'
import { ProblemSummary } from '../ui/error-summary.tsx'
import { Empty, Note, NoteSection } from '../ui/notes.tsx'
import { OptionCard, Options } from '../ui/option-card.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { PayAnswer } from './pay-action.ts'
import { PayForm } from './pay-form.tsx'
import type { BegunHere, StartView } from './start-view.ts'

/** The choices are plain links: another currency is another document, with or without script. */
function CurrencySwitch({ label, links, trouble, notes }: NonNullable<StartView['currencies']>) {
  return (
    <div className="section">
      <nav aria-label={label}>
        <p className="quiet">{label}</p>
        <ul className="chips">
          {links.map(({ href, text, isCurrent }) => (
            <li key={href}>
              <a className="face" href={href} aria-current={isCurrent ? 'true' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {trouble && (
        <Note tone="wait">
          <b>{trouble.heading}</b> {trouble.text}
        </Note>
      )}
      {notes.map((note) => (
        <p className="hint section" key={note}>
          {note}
        </p>
      ))}
    </div>
  )
}

const name = 'begun'
/** After this a provider has decided, or the payment's own page shows more. */
const holdMs = 15 * 60_000

/** The number is stored in the tab alone: it does not identify the payer, and the server does not get it. */
function earlierOf({ thing, order }: BegunHere): string | undefined {
  try {
    const [its, earlier, at] = (sessionStorage.getItem(name) ?? '').split(' ')
    const isHeld = Date.now() - Number(at) < holdMs
    return its === thing && earlier !== order && isHeld ? earlier : undefined
  } catch {
    return undefined
  }
}

/**
 * Finds another order for the same thing with a payment that began in this tab, and returns a function that records
 * this one.
 */
function useBegun(here: BegunHere) {
  const [earlier, setEarlier] = useState<string>()
  useEffect(() => setEarlier(earlierOf(here)), [here])
  return {
    earlier,
    remember() {
      try {
        sessionStorage.setItem(name, `${here.thing} ${here.order} ${Date.now()}`)
      } catch {
        // The phone refuses storage.
      }
    },
  }
}

interface StartFormProps {
  readonly view: StartView
  /** The segment of the option that the address names. */
  readonly segment: string | undefined
  readonly answer?: PayAnswer
}

const none: PayAnswer['problems'] = []

/** The server renders it, and the browser once more as an island. */
export function StartForm({ view, segment, answer }: StartFormProps) {
  const { texts, amount, orderLine, facts, options, earlier, links, backHref } = view
  const [picked, pick] = useState(segment)
  const [isScripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const open = options.find((option) => option.segment === picked)
  // Where the method is suspended there is no form to correct, and its note says the same.
  const begun = useBegun(view.here)
  const checkFirst = earlier ?? (begun.earlier && { text: view.begunText, href: view.startHref + begun.earlier })
  const problems = (picked === segment && !open?.trouble?.isClosed && answer?.problems) || none
  return (
    <div className="wrap columns journey">
      <div>
        <ProblemSummary texts={texts} problems={problems} />
        <details className="order-line narrow">
          <summary>
            <span>
              <b className="amount">{amount}</b> <span className="quiet">{orderLine}</span>
            </span>{' '}
            <span className="link">{texts.showOrder}</span>
          </summary>
          <Facts facts={facts} />
        </details>
        {view.notes.map((note) => (
          <p className="hint section narrow" key={note}>
            {note}
          </p>
        ))}
        {view.ended !== undefined && <NoteSection tone="wait">{view.ended}</NoteSection>}
        {view.beingPaid !== undefined && <NoteSection tone="wait">{view.beingPaid}</NoteSection>}
        {checkFirst && (
          <NoteSection tone="wait">
            <b>{checkFirst.text}</b> {texts.checkFirstText} <a href={checkFirst.href}>{texts.checkFirstButton}</a>
          </NoteSection>
        )}
        {view.currencies && <CurrencySwitch {...view.currencies} />}
        {options.length === 0 && <Empty heading={texts.noMethods} text={texts.noMethodsText} />}
        <Options label={texts.paymentMethods}>
          {options.map((option) => (
            <OptionCard
              key={option.segment}
              href={option.href}
              name={option.name}
              text={option.hint}
              sign={option.sign}
              isOpen={option.segment === open?.segment}
              isAside={option.trouble?.isClosed}
              onPick={isScripted ? () => pick(option.segment) : undefined}
              tag={option.trouble && <Tag tone={option.trouble.tone}>{option.trouble.tag}</Tag>}
            >
              {option.trouble?.isClosed ? (
                <SetAside view={view} />
              ) : (
                <PayForm
                  view={view}
                  option={option}
                  // The refusal concerns the option that was sent.
                  answer={option.segment === segment ? answer : undefined}
                  begin={begun.remember}
                />
              )}
            </OptionCard>
          ))}
        </Options>
        {links.map(({ href, text }) => (
          <p key={href}>
            <a className="link" href={href}>
              {text}
            </a>
          </p>
        ))}
      </div>
      <aside className="side wide" aria-labelledby="order-heading">
        <OrderSummary>
          <h2 id="order-heading">{texts.yourOrder}</h2>
          <Facts facts={facts} />
          {view.notes.map((note) => (
            <p className="hint" key={note}>
              {note}
            </p>
          ))}
          <p className="hint">{texts.taxIncluded}</p>
          <a className="link" href={backHref}>
            {texts.changeOrder}
          </a>
        </OrderSummary>
      </aside>
    </div>
  )
}

/** Shows a note in place of a form of a method that is suspended. */
function SetAside({ view: { instead, texts } }: { readonly view: StartView }) {
  return (
    <Note tone="wait">
      <p>{texts.setAsideText}</p>
      {instead && (
        <a className="link" href={instead.href}>
          {instead.text}
        </a>
      )}
    </Note>
  )
}
