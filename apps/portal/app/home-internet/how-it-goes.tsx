import type { IconName } from '../ui/icon.tsx'
import { LegTimeline } from '../ui/leg-timeline.tsx'
import type { InternetTexts } from './internet-texts.ts'

/** Everything that happens, in its order. */
export function HowItGoes({ texts }: { readonly texts: InternetTexts }) {
  const step = (icon: IconName, title: string, text?: string) => ({ state: 'next', icon, title, text }) as const
  return (
    <LegTimeline
      steps={[
        step('router', texts.offerChoose),
        step('pin', texts.offerWhere),
        step('code', texts.offerCode),
        step('tick', texts.offerAnswer, texts.offerAnswerText),
      ]}
    />
  )
}
