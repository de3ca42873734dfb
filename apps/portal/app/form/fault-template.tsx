import { Say } from '../ui/say.tsx'

/** The line that script copies to say at a field what is wrong with it. */
export function FaultTemplate() {
  return (
    <template>
      <Say tone="bad">{''}</Say>
    </template>
  )
}
