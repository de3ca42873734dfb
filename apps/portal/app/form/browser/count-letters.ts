import { fill } from '@nyanja/domain/texts/fill'

/** From this share of the length on, the rest is shown to the writer. */
const shownFrom = 0.8

/**
 * Shows beside a field how many letters are left, or too many. Nothing is cut off: a writer who pastes a long text
 * keeps it and shortens it. The texts come with the form, as `data-left` and `data-over`.
 */
export function countLetters(form: HTMLFormElement, control: HTMLInputElement | HTMLTextAreaElement): void {
  const most = Number(control.dataset.most)
  const box = control.closest('.box')
  if (!most || box === null) return
  const count = document.createElement('p')
  count.className = 'hint'
  count.setAttribute('role', 'status')
  const show = () => {
    const left = most - control.value.trim().length
    const texts = (left < 0 ? form.dataset.over : form.dataset.left) ?? ''
    const text = left <= most * (1 - shownFrom) ? fill(texts, { count: Math.abs(left) }) : ''
    if (count.textContent !== text) count.textContent = text
  }
  box.after(count)
  control.addEventListener('input', show)
  form.addEventListener('reset', () => setTimeout(show))
  show()
}
