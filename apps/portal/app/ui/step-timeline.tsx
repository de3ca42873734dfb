import { classNames } from '../format/text.ts'
import { Icon, type IconName } from './icon.tsx'

export type ComponentState = 'done' | 'now' | 'failed' | 'next'

export interface TimelineStep {
  readonly state: ComponentState
  /** The state as text: "Money received", "Then the airtime". */
  readonly title: string
  /** The time as people read it: `14:05`, `by 14:09`. */
  readonly time?: string
  readonly dateTime?: string
  readonly text?: string
  readonly icon?: IconName
}

const stateIcons = { done: 'tick', now: 'clock', failed: 'cross', next: 'wait' } as const satisfies Record<
  ComponentState,
  IconName
>

/**
 * A done step has a solid line, the current one a wave, a failed one a cross, and the next ones dots. The shape shows
 * the state without colour.
 */
export function StepTimeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className="legs">
      {steps.map(({ state, title, time, dateTime, text, icon = stateIcons[state] }) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <Icon name={icon} />
          <h3>
            {title} {time !== undefined && <time dateTime={dateTime}>{time}</time>}
          </h3>
          {text !== undefined && <p className={state === 'next' || state === 'done' ? 'quiet' : undefined}>{text}</p>}
        </li>
      ))}
    </ol>
  )
}

export interface Task {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Links as rows, with a rule between them. */
export function TaskList({ tasks, isWide = false }: { readonly tasks: readonly Task[]; readonly isWide?: boolean }) {
  return (
    <ul className={classNames('go', isWide && 'pair')}>
      {tasks.map(({ href, icon, title, text }) => (
        <li key={href}>
          <a href={href}>
            <Icon name={icon} />
            <span>
              {`${title} `}
              <small>{text}</small>
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}
