// A button is only on when what stands in the fields could be right. Without this script the server says what is wrong.
for (const form of document.querySelectorAll('form[data-gate]')) {
  const fields = [...form.querySelectorAll('[data-needs]')].map((field) => [
    field,
    new RegExp(field.dataset.needs, 'i'),
  ])
  const buttons = form.querySelectorAll('.button')
  const look = () => {
    const isReady = fields.every(([field, needed]) => needed.test(field.value.replace(/[\s().-]/g, '')))
    for (const button of buttons) button.disabled = !isReady
  }
  form.addEventListener('input', look)
  addEventListener('pageshow', look)
  look()
}
