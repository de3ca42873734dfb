import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ok' | 'wait' | 'bad' | 'info'

const iconOf: Readonly<Record<Tone, IconName | undefined>> = { ok: 'tick', wait: 'clock', bad: 'warn', info: undefined }

/** The tag shows a state by a word, and where it matters by a sign, never by colour alone. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  const icon = iconOf[tone]
  return (
    <span className={`tag ${tone} whole`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  )
}
