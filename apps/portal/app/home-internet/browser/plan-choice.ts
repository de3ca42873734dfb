const form = document.querySelector<HTMLFormElement>('form[data-plans]')
const card = form?.querySelector('.order')
const button = card?.querySelector<HTMLButtonElement>('.button')

/**
 * Shows the chosen plan beside the list, and enables the button once there is one. Without this script the next page
 * shows it.
 */
if (form && card && button) {
  const update = () => {
    const plan = form.querySelector<HTMLInputElement>('[type=radio]:checked')
    button.disabled = plan === null
    if (plan === null) return
    fillPlace(card, '[data-name]', plan.dataset.name)
    fillPlace(card, '[data-first-day]', plan.dataset.firstDay)
  }
  form.addEventListener('change', update)
  addEventListener('pageshow', update)
  update()
}

function fillPlace(card: Element, selector: string, text = ''): void {
  const place = card.querySelector(selector)
  if (place) place.textContent = text
}
