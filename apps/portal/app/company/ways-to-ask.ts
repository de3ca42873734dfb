import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { openOnly, type ScreenName } from '../open-screens.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Task } from '../ui/task-list.tsx'

interface ScreenTask extends Omit<Task, 'href'> {
  readonly screen: ScreenName
}

/** A number as people read it, as a telephone dials it. `#` would end the address. */
export const callHref = (number: string) => `tel:${number.replaceAll(' ', '').replaceAll('#', '%23')}`

export function mailHref(email: string, subject?: string): string {
  return `mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}

/** Those that lead to a screen which exists. */
export function openTasks(rows: readonly ScreenTask[], prefix: LanguagePrefix): Task[] {
  return openOnly(rows, prefix).map(({ href, icon, title, text }) => ({ href, icon, title, text }))
}

export const task = (href: string, icon: IconName, title: string, text: string): Task => ({ href, icon, title, text })
