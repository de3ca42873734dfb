import { type Act, policyOf } from '@nyanja/domain/staff/acts'
import type { ReactNode } from 'react'
import { useTexts } from '../ui/shell-context.ts'
import { useTypedAct } from './typed-act.ts'

interface ActFormProps {
  readonly act: Act
  /** A payment's reference, or the id of what is acted on. */
  readonly subject: string
  /** Fields that only this act needs. */
  readonly children?: ReactNode
  readonly isOpen?: boolean
  /** The reason is chosen initially unless another one was typed; without it the first is. */
  readonly usualReason?: string
}

interface WhyFieldsProps {
  /** The prefix of the ids of the fields. */
  readonly id: string
  readonly act: Act
  readonly reason?: string | undefined
  readonly note?: string | undefined
}

/** The reason from the list of the act's policy, and a free note. */
export function WhyFields({ id, act, reason, note }: WhyFieldsProps) {
  const { acts } = useTexts()
  return (
    <>
      <p>
        <label htmlFor={`${id}-reason`}>{acts.reason}</label>
        <select id={`${id}-reason`} name="reason" defaultValue={reason} required>
          {policyOf(act).reasons.map((one) => (
            <option key={one} value={one}>
              {acts.reasons[one]}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={`${id}-note`}>{acts.note}</label>
        <textarea
          {...{ id: `${id}-note`, name: 'note', rows: 2, maxLength: 500, defaultValue: note }}
          aria-describedby={`${id}-hint`}
        />
        <small className="hint" id={`${id}-hint`}>
          {acts.noteHint}
        </small>
      </p>
    </>
  )
}

/** The form of an act opens within the page, so that one press does nothing and no part of the page is lost. */
export function ActForm({ act, subject, children, isOpen = false, usualReason }: ActFormProps) {
  const { acts } = useTexts()
  const typed = useTypedAct(act, subject)
  const { needsApproval } = policyOf(act)
  return (
    <details className="act" name="act" open={isOpen || typed !== undefined}>
      <summary>{acts.names[act]}</summary>
      <form method="post">
        <input type="hidden" name="act" value={act} />
        <input type="hidden" name="subject" value={subject} />
        <p>{acts.effects[act]}</p>
        {children}
        <WhyFields id={`${act}-${subject}`} act={act} reason={typed?.reason ?? usualReason} note={typed?.note} />
        <button type="submit" className="button">
          {needsApproval ? acts.request : acts.names[act]}
        </button>
      </form>
    </details>
  )
}
