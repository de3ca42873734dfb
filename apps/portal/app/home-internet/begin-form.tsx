import { Button } from '../ui/button.tsx'

interface BeginFormProps {
  readonly action: string
  readonly text: string
  readonly look?: 'primary' | 'second'
}

/** Posted, since it makes an order: nothing that only looks at links begins one. */
export function BeginForm({ action, text, look }: BeginFormProps) {
  return (
    <form method="post" action={action}>
      <Button look={look}>{text}</Button>
    </form>
  )
}
