import { type FormOption, filterOptions, optionText } from '@nyanja/domain/forms/form'
import { type Choices, choicesUnder } from './choices.ts'

export interface SearchableList {
  /** Shows the list's own value, which another script may have changed. */
  follow(): void
}

/** Puts a search box in front of a list. The list itself stays, and is what the form sends. */
export function makeSearchable(list: HTMLSelectElement, none: string): SearchableList {
  const options: FormOption[] = [...list.options]
    .filter(({ value }) => value !== '')
    .map(({ value, text }) => ({ value, label: text }))
  const box = boxFor(list)
  const choices = choicesUnder(box, none)
  const follow = () => {
    const chosen = options.find(({ value }) => value === list.value)
    box.value = chosen === undefined ? '' : optionText(chosen)
    choices.close()
  }
  const choose = (value: string) => {
    const isOther = list.value !== value
    list.value = value
    follow()
    if (isOther) list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const open = (typed = '') => choices.open(filterOptions(typed, options), list.value)
  const leave = () => (box.value === '' ? choose('') : follow())

  box.parentElement?.addEventListener('click', () => {
    box.focus()
    open()
  })
  box.addEventListener('input', () => open(box.value))
  box.addEventListener('blur', leave)
  box.addEventListener('keydown', (event) => {
    if (pressed(event.key, { choices, open, choose, follow })) event.preventDefault()
  })
  choices.onPick(choose)
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && box.closest('.field')?.contains(target) === false) leave()
  })
  follow()
  return { follow }
}

interface Acts {
  readonly choices: Choices
  readonly open: () => void
  readonly choose: (value: string) => void
  readonly follow: () => void
}

/** Tells whether the key was for the list, and nothing else. */
function pressed(key: string, { choices, open, choose, follow }: Acts): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step !== undefined) {
    if (choices.isOpen()) choices.move(step)
    else open()
    return true
  }
  if (!choices.isOpen() || (key !== 'Enter' && key !== 'Escape')) return false
  const pointed = choices.pointed()
  if (key === 'Enter' && pointed !== undefined) choose(pointed)
  else follow()
  return true
}

/** Takes the list's place on the page, with its name and its descriptions. */
function boxFor(list: HTMLSelectElement): HTMLInputElement {
  const box = document.createElement('input')
  Object.assign(box, { id: list.id, type: 'text', autocomplete: 'off', placeholder: list.options[0]?.text ?? '' })
  for (const name of ['aria-required', 'aria-invalid', 'aria-describedby']) {
    const value = list.getAttribute(name)
    if (value !== null) box.setAttribute(name, value)
  }
  box.setAttribute('role', 'combobox')
  box.setAttribute('aria-autocomplete', 'list')
  list.removeAttribute('id')
  list.hidden = true
  list.before(box)
  list.parentElement?.classList.add('pick')
  return box
}
