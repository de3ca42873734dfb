import { fillKnown } from '@nyanja/domain/texts/fill'

/** Shows at the field what is wrong with it, or that nothing is any more. */
export function report(form: HTMLFormElement, control: HTMLElement, text: string | undefined): void {
  const field = control.closest('.field')
  const shown = field?.querySelector('[role=combobox]') ?? control
  const id = `${shown.id}-error`
  const message = document.getElementById(id)
  const hint = field?.querySelector('.hint')?.id
  field?.classList.toggle('wrong', text !== undefined)
  if (text === undefined) {
    message?.remove()
    shown.removeAttribute('aria-invalid')
    if (hint === undefined) shown.removeAttribute('aria-describedby')
    else shown.setAttribute('aria-describedby', hint)
    return
  }
  const line =
    message ??
    form.querySelector<HTMLTemplateElement>('template[data-is=fault]')?.content.firstElementChild?.cloneNode(true)
  if (!(line instanceof HTMLElement) || line.lastElementChild === null) return
  line.id = id
  // The fault is announced when the focus has left the field, and not again with each letter that is typed into it.
  if (message === null) line.setAttribute('role', 'alert')
  else line.removeAttribute('role')
  line.lastElementChild.textContent = text
  field?.querySelector('.box, .tick')?.before(line)
  shown.setAttribute('aria-invalid', 'true')
  shown.setAttribute('aria-describedby', hint === undefined ? id : `${hint} ${id}`)
}

/** A message above a saved number would move it from under the finger that is pressing it. */
export const isChipPressed = (form: HTMLFormElement): boolean => form.querySelector('.chips :active') !== null

/**
 * The line below disabled buttons says why, or which fields are still to be filled in. It keeps its room when it is
 * empty.
 */
export function explainButton(line: Element | null | undefined, copy: string) {
  return (missing: readonly string[], reason?: string): void => {
    line?.classList.toggle('ready', missing.length > 0)
    if (line == null || missing.length === 0) return
    const text = reason ?? fillKnown(copy, { fields: missing.map((name) => name.trim()).join(', ') })
    line.removeAttribute('data-room')
    if (line.textContent !== text) line.textContent = text
  }
}
