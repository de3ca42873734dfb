import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import type { KeepFault, KeepView } from './keep-view.ts'

interface KeepNumberProps {
  readonly keep: KeepView
  readonly fault?: KeepFault
}

/** An offer, for whoever wants it; once it is taken, what came of it. */
export function KeepNumber({ keep, fault }: KeepNumberProps) {
  if (keep.is !== 'offered')
    return (
      <section className="section keep" id="keep">
        <Note tone={keep.is === 'kept' ? 'ok' : 'info'}>
          <b>{keep.heading}</b> {keep.text}{' '}
          <a className="link" href={keep.link.href}>
            {keep.link.text}
          </a>
        </Note>
      </section>
    )
  const { heading, text, label, hint, button } = keep.texts
  return (
    <section className="section keep" id="keep" aria-labelledby="keep-heading">
      <h2 id="keep-heading">{heading}</h2>
      <p>{text}</p>
      <form method="post" noValidate>
        <Field
          id="label"
          label={label}
          hint={hint}
          error={fault?.text}
          autoComplete="off"
          defaultValue={fault?.typed ?? ''}
        />
        <p className="field">
          <Button look="second">{button}</Button>
        </p>
      </form>
    </section>
  )
}
