// @ts-nocheck
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export interface Task {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Rows that lead somewhere, with a rule between them. */
export function TaskList({ tasks, isWide = false }: { readonly tasks: readonly Task[]; readonly isWide?: boolean }) {
  return (
    <ul className={classNames('go', isWide && 'pair')}>
      {tasks.map(({ href, icon, title, text }) => (
        <li key={href}>
          <a href={href}>
            <Icon name={icon} />
            <span>
              {title}
              <small>{text}</small>
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}
