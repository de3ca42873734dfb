// @ts-nocheck
import { Icon } from './icon.tsx'

interface WayBackProps {
  readonly href: string
  readonly text: string
}

export function WayBack({ href, text }: WayBackProps) {
  return (
    <a className="back" href={href}>
      <Icon name="back" />
      {text}
    </a>
  )
}
