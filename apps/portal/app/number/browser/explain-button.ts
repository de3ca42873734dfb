import { fillKnown } from '@nyanja/domain/fill'

/** Beside buttons that are off: which fields are still to be filled in. */
export function explainButton(
  buttons: Iterable<HTMLButtonElement>,
  words: string,
): (missing: readonly string[]) => void {
  const [button] = buttons
  const why = document.createElement('p')
  why.className = 'hint'
  button?.after(why)
  return (missing) => {
    const text = missing.length === 0 ? '' : fillKnown(words, { fields: missing.map((name) => name.trim()).join(', ') })
    if (why.textContent !== text) why.textContent = text
    why.hidden = text === ''
  }
}
