import { correctionRefusals } from '@nyanja/domain/payments/correction'
import { fill } from '@nyanja/domain/texts/fill'
import { ActForm } from '../acts/act-form.tsx'
import { useIsAmountWrong, useTypedAct } from '../acts/typed-act.ts'
import { WaitingRequests } from '../acts/waiting-requests.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { AmountField, PaymentView } from './payment-view.ts'

function RefusalChoice() {
  const { acts } = useTexts()
  return (
    <p>
      <label htmlFor="refusal">{acts.refusal}</label>
      <select id="refusal" name="refusal" required>
        {correctionRefusals.map((refusal) => (
          <option key={refusal} value={refusal}>
            {acts.refusals[refusal]}
          </option>
        ))}
      </select>
    </p>
  )
}

interface AmountInputProps {
  readonly reference: string
  readonly field: AmountField
}

/** Asks for whole units, as the payment's own amount is shown beside it. */
function AmountInput({ reference, field: { act, currency, hint, values } }: AmountInputProps) {
  const { acts } = useTexts()
  const typed = useTypedAct(act, reference)
  const isWrong = useIsAmountWrong(act, reference)
  const id = `${act}-amount`
  return (
    <p>
      <label htmlFor={id}>{fill(acts.amount, { currency })}</label>
      <input type="hidden" name="currency" value={currency} />
      <input
        {...{ id, name: 'amount', inputMode: 'decimal', autoComplete: 'off', size: 12, required: true, maxLength: 20 }}
        defaultValue={typed?.input.amount}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-hint`}
      />
      <small className={isWrong ? 'hint wrong' : 'hint'} id={`${id}-hint`}>
        {fill(acts.amountHints[hint], values)}
      </small>
    </p>
  )
}

/** Shows which acts are possible now; below, why the others are not. */
export function PaymentActs({ view }: { readonly view: PaymentView }) {
  const { acts } = useTexts()
  const { reference, correction } = view
  const possible = view.acts.filter(({ obstacle, isPermitted }) => obstacle === undefined && isPermitted)
  const others = view.acts.filter((one) => !possible.includes(one))
  const amountOf = (act: string) => {
    const field = view.amounts.find((one) => one.act === act)
    return field && <AmountInput {...{ reference, field }} />
  }
  return (
    <aside className="acts part" aria-label={acts.title}>
      <h2>{acts.title}</h2>
      <WaitingRequests requests={view.requests} />
      {correction !== undefined && (
        <p className="request">
          {fill(acts.moveAsked, {
            number: correction.wanted ?? '',
            time: correction.requestedAt,
            answerBy: correction.answerBy,
          })}
        </p>
      )}
      {possible.length === 0 && <p className="quiet">{acts.nothing}</p>}
      {possible.map(({ act }) => (
        <ActForm key={act} act={act} subject={reference}>
          {act === 'refuse_move' && <RefusalChoice />}
          {amountOf(act)}
        </ActForm>
      ))}
      <details className="others">
        <summary>{acts.others}</summary>
        <dl>
          {others.map(({ act, obstacle }) => (
            <div key={act}>
              <dt>{acts.names[act]}</dt>
              <dd>{obstacle === undefined ? acts.notPermitted : acts.obstacles[obstacle]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </aside>
  )
}
