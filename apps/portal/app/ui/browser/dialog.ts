import { canOpenModal } from './can-open-modal.ts'

/** Opens a part of the page over it: its step, or a list that a link leads to. */
function openOver(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close()
  dialog.showModal()
}

/** The page has the sign of the button, and its name on the dialog: without this script there is nothing to close. */
function addClosing({ dataset, lastElementChild: form }: HTMLDialogElement): void {
  const button = document.createElement('button')
  button.setAttribute('aria-label', dataset.step ?? '')
  if (form) button.append(...form.childNodes)
  form?.append(button)
}

if (canOpenModal) {
  for (const step of document.querySelectorAll<HTMLDialogElement>('dialog[data-step]')) {
    addClosing(step)
    openOver(step)
    step.querySelector<HTMLElement>('[role=alert][tabindex], .code input, .figures, .button')?.focus()
    // Closing it loses nothing: the step continues in the page.
    step.addEventListener('close', () => step.open || step.show())
  }

  for (const opener of document.querySelectorAll<HTMLElement>('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '')
    if (!(dialog instanceof HTMLDialogElement)) continue
    opener.addEventListener('click', (event) => {
      event.preventDefault()
      openOver(dialog)
    })
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close()
    })
  }
}
