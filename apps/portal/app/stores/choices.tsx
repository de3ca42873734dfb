import { LinkChips } from '../ui/chips.tsx'
import type { Choice } from './store-view.ts'

interface ChoicesProps {
  readonly label: string
  readonly name: string
  readonly choices: readonly Choice[]
}

/** Links, or buttons of the form around them that send where the visitor stands along. */
export function Choices({ label, name, choices }: ChoicesProps) {
  const links = choices.flatMap(({ href, ...choice }) => (href === undefined ? [] : [{ ...choice, href }]))
  if (links.length > 0) return <LinkChips label={label} links={links} layout="slide" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons ask again, they are no fields
    <div className="chips slide" role="group" aria-label={label}>
      {choices.map(({ label: word, value, isCurrent }) => (
        <button
          type="submit"
          className="face"
          name={name}
          value={value}
          aria-current={isCurrent ? 'true' : undefined}
          key={value}
        >
          {word}
        </button>
      ))}
    </div>
  )
}
