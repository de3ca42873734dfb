import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { OptionCard, Options } from '../ui/option-card.tsx'
import { Facts, Slip } from '../ui/slip.tsx'
import { useSending } from '../ui/use-sending.ts'
import type { MethodOption } from './methods.ts'
import type { PayAnswer } from './pay-action.ts'
import type { StartView } from './start-view.ts'

type Answer = PayAnswer & { readonly text: string }

interface StartFormProps {
  readonly view: StartView
  readonly open: MethodOption | undefined
  readonly answer?: Answer
}

export function StartForm({ view, open, answer }: StartFormProps) {
  const { texts, amount, orderLine, facts, options, earlier, backHref } = view
  const problems = useMemo(
    () => (answer === undefined ? [] : [{ field: fieldIds[open?.method ?? 'card'], text: answer.text }]),
    [answer, open?.method],
  )
  return (
    <div className="wrap columns journey">
      <div>
        {problems.length > 0 && <ErrorSummary heading={texts.summaryOne} problems={problems} />}
        <details className="order-line narrow">
          <summary>
            <span>
              <b className="amount">{amount}</b> <span className="quiet">{orderLine}</span>
            </span>
            <span className="link">{texts.showOrder}</span>
          </summary>
          <Facts facts={facts} />
        </details>
        {earlier && (
          <div className="section">
            <Note tone="wait">
              <b>{earlier.text}</b> {texts.checkFirstText} <a href={earlier.href}>{texts.checkFirstButton}</a>
            </Note>
          </div>
        )}
        {options.length === 0 && <Empty heading={texts.noMethods} text={texts.noMethodsText} />}
        <Options label={texts.waysToPay}>
          {options.map(({ method, href, name, hint, icon }) => (
            <OptionCard key={method} href={href} name={name} text={hint} icon={icon} isOpen={method === open?.method}>
              <PayForm view={view} method={method} href={href} answer={answer} />
            </OptionCard>
          ))}
        </Options>
      </div>
      <aside className="side wide" aria-labelledby="order-heading">
        <Slip>
          <h2 id="order-heading">{texts.yourOrder}</h2>
          <Facts facts={facts} />
          <p className="hint">{texts.taxIncluded}</p>
          <a className="link" href={backHref}>
            {texts.changeOrder}
          </a>
        </Slip>
      </aside>
    </div>
  )
}

const fieldIds = { card: 'email', nyanja_money: 'msisdn' } as const satisfies Record<MethodOption['method'], string>
const paneTexts = {
  card: { heading: 'payByCard', next: 'cardNext' },
  nyanja_money: { heading: 'payByMoney', next: 'moneyNext' },
} as const satisfies Record<MethodOption['method'], { heading: string; next: string }>

interface PayFormProps {
  readonly view: StartView
  readonly method: MethodOption['method']
  readonly href: string
  readonly answer?: Answer
}

/** Sent as a whole document: it works the same before and after the script is there. */
function PayForm({ view, method, href, answer }: PayFormProps) {
  const { texts } = view
  const { heading, next } = paneTexts[method]
  const sending = useSending()
  return (
    <form method="post" action={href} noValidate onSubmit={sending.begin}>
      <h2>{texts[heading]}</h2>
      <PayerField view={view} method={method} answer={answer} />
      <div className="field">
        <Button busy={sending.isSending ? texts.sending : undefined}>{texts.pay}</Button>
      </div>
      <p className="hint">{texts[next]}</p>
    </form>
  )
}

function PayerField({ view: { texts, walletNumber, prefix }, method, answer }: Omit<PayFormProps, 'href'>) {
  const error = answer?.text
  if (method === 'card')
    return (
      <Field
        id={fieldIds.card}
        label={texts.emailLabel}
        hint={texts.emailHint}
        error={error}
        type="email"
        autoComplete="email"
        defaultValue={answer?.typed}
      />
    )
  return (
    <Field
      id={fieldIds.nyanja_money}
      label={texts.walletNumberLabel}
      hint={texts.walletNumberHint}
      error={error}
      prefix={prefix}
      isFigures
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      defaultValue={answer?.typed ?? walletNumber}
    />
  )
}
