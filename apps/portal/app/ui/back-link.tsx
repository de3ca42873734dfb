import { Icon } from './icon.tsx'

interface BackLinkProps {
  readonly href: string
  readonly text: string
}

export function BackLink({ href, text }: BackLinkProps) {
  return (
    <a className="back" href={href}>
      <Icon name="back" />
      {text}
    </a>
  )
}
