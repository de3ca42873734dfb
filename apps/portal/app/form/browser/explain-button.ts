import { fillKnown } from '@nyanja/domain/texts/fill'

/** Below disabled buttons: why, or which fields are still to be filled in. Keeps its place when it is empty. */
export function explainButton(line: Element | null | undefined, copy: string) {
  return (missing: readonly string[], reason?: string): void => {
    line?.classList.toggle('ready', missing.length > 0)
    if (line == null || missing.length === 0) return
    const text = reason ?? fillKnown(copy, { fields: missing.map((name) => name.trim()).join(', ') })
    if (line.textContent !== text) line.textContent = text
  }
}
