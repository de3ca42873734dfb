import type { CloseCheck } from '@nyanja/back-office/finance/close-checks'
import type { Clock } from '@nyanja/web/format/clock'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'

const toneOf = { same: 'ok', differs: 'bad', unchecked: 'info' } as const

type CheckView =
  | { readonly outcome: CloseCheck['outcome']; readonly checkedAt: string }
  | { readonly outcome: 'unchecked' }

export function checkView(check: CloseCheck | undefined, clock: Clock): CheckView {
  return check === undefined
    ? { outcome: 'unchecked' }
    : { outcome: check.outcome, checkedAt: clock.date(check.checkedAt) }
}

/** Shows whether the close is the one that the day's events give. */
export function CheckTag({ check }: { readonly check: CheckView }) {
  const { checks } = useTexts().finance
  return (
    <small className="check">
      <Tag tone={toneOf[check.outcome]}>{checks[check.outcome]}</Tag>
      {'checkedAt' in check && check.checkedAt}
    </small>
  )
}
