import { fillKnown } from '@nyanja/domain/texts/fill'

/** Beside buttons that are off: why, or which fields are still to be filled in. */
export function explainButton(
  buttons: Iterable<HTMLButtonElement>,
  words: string,
): (missing: readonly string[], reason?: string) => void {
  const [button] = buttons
  const why = document.createElement('p')
  why.className = 'hint'
  button?.after(why)
  return (missing, reason) => {
    const named = fillKnown(words, { fields: missing.map((name) => name.trim()).join(', ') })
    const text = missing.length === 0 ? '' : (reason ?? named)
    if (why.textContent !== text) why.textContent = text
    why.hidden = text === ''
  }
}
