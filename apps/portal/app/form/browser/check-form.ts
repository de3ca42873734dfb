import { type FormRules, listFormFaults, readAnswers } from '@nyanja/domain/forms/form-rules'
import { fill } from '@nyanja/domain/texts/fill'
import { explainButton, isChipPressed, report } from './report.ts'
import { makeSearchable } from './searchable-list.ts'

/** The share of the length from which on the rest is shown to the writer. */
const shownFrom = 0.8

/**
 * Shows beside a field how many letters are left, or too many. Nothing is cut off: a writer who pastes a long text
 * keeps it and shortens it. The texts come with the form, as `data-left` and `data-over`.
 */
function countLetters(form: HTMLFormElement, control: HTMLInputElement | HTMLTextAreaElement): void {
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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) watch(form)
document.querySelector<HTMLElement>('.summary')?.focus()

/** Shows a fault as soon as the focus leaves a field, and does not send a form that the server would refuse. */
function watch(form: HTMLFormElement): void {
  const rules: FormRules = JSON.parse(form.dataset.form ?? '')
  const controls = new Map(rules.fields.flatMap(({ name }) => controlNamed(form, name)))
  // The unseen one is what Enter presses.
  const send = form.querySelectorAll<HTMLButtonElement>(
    'button.button:not([type=reset]):not([name]), .unseen[type=submit]',
  )
  const lists = [...form.querySelectorAll('select')].map((list) => makeSearchable(list, form.dataset.none ?? ''))

  for (const control of controls.values()) if (!(control instanceof HTMLSelectElement)) countLetters(form, control)

  const explain = explainButton(form.querySelector('.by-script'), form.dataset.needs ?? '')

  const typed = (name: string) => {
    const control = controls.get(name)
    return control === undefined || (control.type === 'checkbox' && !control.matches(':checked')) ? '' : control.value
  }
  const reportFaults = (reported: (name: string, control: Control) => boolean) => {
    const answers = readAnswers(rules, typed)
    const found = new Map(listFormFaults(rules, answers).map(({ field, text }) => [field, text]))
    for (const [name, control] of controls) if (reported(name, control)) report(form, control, found.get(name))
    for (const button of send) button.disabled = found.size > 0
    explain(rules.fields.filter(({ name }) => found.has(name)).map(({ label }) => label))
  }

  const isAbout = ({ target }: Event, control: Control) => target === control
  form.addEventListener('change', (event) =>
    reportFaults((_name, control) => isAbout(event, control) && !isChipPressed(form)),
  )
  // A fault disappears with its reason, and does not appear while the visitor is still typing.
  form.addEventListener('input', (event) =>
    reportFaults((_name, control) => isAbout(event, control) && control.closest('.wrong') !== null),
  )
  form.addEventListener('reset', () =>
    setTimeout(() => {
      for (const list of lists) list.follow()
      for (const control of controls.values()) report(form, control, undefined)
      reportFaults(() => false)
    }),
  )
  // Browsers restore earlier values by themselves.
  addEventListener('pageshow', () => {
    for (const list of lists) list.follow()
    reportFaults((name, control) => typed(name) !== '' && control.closest('.wrong') === null)
  })
  reportFaults(() => false)
}

function controlNamed(form: HTMLFormElement, name: string): [string, Control][] {
  const control = form.querySelector<Control>(`[name="${name}"]`)
  return control === null ? [] : [[name, control]]
}
