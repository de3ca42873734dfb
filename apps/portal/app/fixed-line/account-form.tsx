import { ChallengeNote, type ChallengeView } from '../challenge/challenge-note.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { Field } from '../ui/field.tsx'
import type { AccountPage } from './account-texts.ts'

interface AccountFormProps {
  readonly page: AccountPage
  /** A company's address is required only where billing has none. */
  readonly asksEmail: boolean
  readonly typed: { readonly account: string; readonly email: string }
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly challenge?: ChallengeView
}

export function AccountForm({ page, asksEmail, typed, errors, challenge }: AccountFormProps) {
  return (
    <form method="post" noValidate data-rules={page.rules} data-challenge={challenge?.proofOfWork}>
      <Field
        id="account"
        label={page.accountLabel}
        hint={page.accountHint}
        error={errors.account}
        isFigures
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed.account}
        data-needs="^[PE]{1,2}\d{10}$"
        data-wrong={page.accountWrong}
      />
      {asksEmail && (
        <Field
          id="email"
          label={page.emailLabel}
          hint={page.emailHint}
          error={errors.email}
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          data-kind="email"
          data-wrong={page.emailWrong}
          data-empty={page.emailMissing}
        />
      )}
      {challenge !== undefined && <ChallengeNote page={page} view={challenge} />}
      <SubmitField needs={[page.accountLabel, ...(asksEmail ? [page.emailLabel] : [])]}>{page.show}</SubmitField>
    </form>
  )
}
