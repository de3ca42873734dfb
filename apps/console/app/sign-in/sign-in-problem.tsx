import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'

interface SignInProblemProps {
  readonly problem: 'away' | 'unfinished' | 'no_role'
  readonly name?: string
}

/** Explains why the sign-in failed, and the next step. */
export function SignInProblem({ problem, name = '' }: SignInProblemProps) {
  const { signIn } = useTexts()
  const { title, text } = signIn[problem]
  return (
    <section className="lone">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{fill(text, { name })}</p>
      <p>
        <a className="button" href="/sign-in">
          {signIn.again}
        </a>
      </p>
    </section>
  )
}
