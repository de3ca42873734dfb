import type { IconName } from '../ui/icon.tsx'
import { StepTimeline } from '../ui/step-timeline.tsx'
import type { InternetTexts } from './internet-texts.ts'

/** Everything that happens, in its order. */
export function HowItGoes({ texts }: { readonly texts: InternetTexts }) {
  const step = (icon: IconName, title: string, text?: string) => ({ state: 'next', icon, title, text }) as const
  return (
    <StepTimeline
      steps={[
        step('router', texts.offerChoose),
        step('pin', texts.offerWhere),
        step('code', texts.offerCode),
        step('tick', texts.offerAnswer, texts.offerAnswerText),
      ]}
    />
  )
}
