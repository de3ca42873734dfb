import { fill } from '@nyanja/domain/texts/fill'
import { useShell } from '../ui/shell-context.ts'

const keyOf: Readonly<Record<number, 'notSignedIn' | 'notPermitted' | 'unknown' | 'notReadable'>> = {
  400: 'notReadable',
  401: 'notSignedIn',
  403: 'notPermitted',
  404: 'unknown',
  405: 'notReadable',
}

/** Replaces a page, and reveals nothing about what the page would have shown. */
export function ErrorNotice({ status }: { readonly status: number }) {
  const { texts, staff, requestId } = useShell()
  const { title, text } = texts.errors[keyOf[status] ?? 'failed']
  const { shell } = texts
  const roles = staff?.roles.map((role) => shell.roles[role]).join(', ') ?? ''
  return (
    <section className="lone">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{fill(text, { roles, requestId })}</p>
      <p>
        <a className="button" href="/">
          {staff === undefined ? texts.signIn.signIn : texts.errors.toFind}
        </a>
      </p>
    </section>
  )
}
