import { type FormRules, isReady, listFormFaults, readAnswers } from '@nyanja/domain/forms/form-rules'
import { countLetters } from './count-letters.ts'
import { report } from './report.ts'
import { makeSearchable } from './searchable-list.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) watch(form)
document.querySelector<HTMLElement>('.summary')?.focus()

/** Shows a fault as soon as the focus leaves a field, and does not send a form that the server would refuse. */
function watch(form: HTMLFormElement): void {
  const rules: FormRules = JSON.parse(form.dataset.form ?? '')
  const controls = new Map(rules.fields.flatMap(({ name }) => controlNamed(form, name)))
  const send = form.querySelectorAll<HTMLButtonElement>('button.button:not([type=reset]):not([name])')
  const lists = [...form.querySelectorAll('select')].map((list) => makeSearchable(list, form.dataset.none ?? ''))

  for (const control of controls.values()) if (!(control instanceof HTMLSelectElement)) countLetters(form, control)

  const typed = (name: string) => {
    const control = controls.get(name)
    return control === undefined || (control.type === 'checkbox' && !control.matches(':checked')) ? '' : control.value
  }
  const look = (reported: (name: string, control: Control) => boolean) => {
    const answers = readAnswers(rules, typed)
    const found = new Map(listFormFaults(rules, answers).map(({ field, text }) => [field, text]))
    for (const [name, control] of controls) if (reported(name, control)) report(form, control, found.get(name))
    for (const button of send) button.disabled = !isReady(rules, answers)
  }

  const isAbout = ({ target }: Event, control: Control) => target === control
  form.addEventListener('change', (event) => look((_name, control) => isAbout(event, control)))
  // A fault disappears with its reason, and does not appear while the visitor is still typing.
  form.addEventListener('input', (event) =>
    look((_name, control) => isAbout(event, control) && control.closest('.wrong') !== null),
  )
  form.addEventListener('reset', () =>
    setTimeout(() => {
      for (const list of lists) list.follow()
      for (const control of controls.values()) report(form, control, undefined)
      look(() => false)
    }),
  )
  // Browsers restore earlier values by themselves.
  addEventListener('pageshow', () => {
    for (const list of lists) list.follow()
    look((name, control) => typed(name) !== '' && control.closest('.wrong') === null)
  })
  look(() => false)
}

function controlNamed(form: HTMLFormElement, name: string): [string, Control][] {
  const control = form.querySelector<Control>(`[name="${name}"]`)
  return control === null ? [] : [[name, control]]
}
