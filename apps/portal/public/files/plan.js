// Which plan is chosen stands beside the list, and the way on is open once there is one. Without this script the next
// page says it.
const form = document.querySelector('form[data-plans]')

if (form) {
  const card = form.querySelector('.order')
  const button = card.querySelector('.button')
  const look = () => {
    const plan = form.querySelector('[type=radio]:checked')
    button.disabled = !plan
    if (!plan) return
    card.querySelector('[data-name]').textContent = plan.dataset.name
    card.querySelector('[data-first-day]').textContent = plan.dataset.firstDay
  }
  form.addEventListener('change', look)
  addEventListener('pageshow', look)
  look()
}
