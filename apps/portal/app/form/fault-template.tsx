import { Message } from '../ui/notes.tsx'

/** The line that script copies to say at a field what is wrong with it. */
export function FaultTemplate() {
  return (
    <template data-is="fault">
      <Message tone="bad">{''}</Message>
    </template>
  )
}
