import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { CallRow } from './calls-view.ts'
import type { AttemptView } from './payment-view.ts'

function Calls({ calls }: { readonly calls: readonly CallRow[] }) {
  const { payment } = useTexts()
  const texts = payment.calls
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box calls" aria-label={texts.title} tabIndex={0}>
      <table>
        <caption className="unseen">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{payment.time}</th>
            <th scope="col">{texts.system}</th>
            <th scope="col">{texts.question}</th>
            <th scope="col">{texts.answer}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ row, time, system, requested, id, answer, codes }) => (
            <tr key={row}>
              <td>{time}</td>
              <td>{system}</td>
              <td>
                {requested} <small className="mono quiet">{id}</small>
              </td>
              <td>
                {answer} <small className="mono quiet">{codes}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Attempt({ attempt }: { readonly attempt: AttemptView }) {
  const { payment } = useTexts()
  const { bssCalls } = attempt
  const facts: readonly (readonly [string, string | undefined, isId?: boolean])[] = [
    [payment.begun, attempt.begun],
    [payment.money, payment.states.money[attempt.money]],
    [payment.received, attempt.received],
    [payment.askedFor, attempt.asked],
    [payment.refusal, attempt.refusal && textOf(payment.details, attempt.refusal)],
    [payment.checked, fill(payment.times, { count: attempt.checks })],
    [payment.nextCheck, attempt.nextCheck],
    [payment.ourId, attempt.ourId, true],
    [payment.providerId, attempt.providerId, true],
    [payment.bssId, attempt.bssId, true],
    [payment.bssCalls, bssCalls && fill(payment.sendsAndReads, { sends: bssCalls.sends, reads: bssCalls.reads })],
    [payment.bssAnswer, bssCalls?.reason],
    [payment.refundWanted, attempt.refundWanted],
  ]
  return (
    <section className="attempt">
      <h3>
        <span className="mono">{attempt.reference}</span> {attempt.amount} · {textOf(payment.methods, attempt.method)}
        {attempt.provider !== undefined && ` (${attempt.provider})`}
      </h3>
      <dl className="facts">
        {facts.map(
          ([name, value, isId]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={isId ? 'mono' : undefined}>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {attempt.items !== undefined && (
        <ol>
          {attempt.items.map(({ place, what, state, bssReference }) => (
            <li key={place}>
              {what} · {payment.itemStates[state]} <small className="mono quiet">{bssReference}</small>
            </li>
          ))}
        </ol>
      )}
      {attempt.calls.length > 0 && <Calls calls={attempt.calls} />}
    </section>
  )
}

/** Shows the calls to the provider and the BSS, with their ids. */
export function Attempts({ attempts }: { readonly attempts: readonly AttemptView[] }) {
  const { payment } = useTexts()
  return (
    <section className="part">
      <h2>{payment.attempts}</h2>
      {attempts.map((attempt) => (
        <Attempt key={attempt.reference} attempt={attempt} />
      ))}
    </section>
  )
}
