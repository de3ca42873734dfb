// A button is only on when what stands in the fields could be right, and says beside it why it is off. Without this
// script the server says what is wrong.
const minorOf = ({ value, dataset: { decimal, exponent } }) => {
  const typed = value.replace(/[\s\u202f]|[a-z$]+/gi, '')
  const plain = (decimal === ',' ? typed.replace(/,(?=\d{1,2}$)/, '.') : typed).replaceAll(',', '')
  return plain === '' ? Number.NaN : Math.round(Number(plain) * 10 ** exponent)
}

// Undefined when the field could be right.
const problemOf = (field, hasLeft) => {
  const { needs, why = '', wrong = why, min, max, below, above } = field.dataset
  if (min !== undefined) {
    const minor = minorOf(field)
    if (minor > max) return above
    // A sum that is too small may still grow.
    if (minor < min) return below
  }
  if (new RegExp(needs, 'i').test(field.value.replace(/[\s().-]/g, ''))) return undefined
  return hasLeft && field.value !== '' ? wrong : why
}

for (const form of document.querySelectorAll('form[data-gate]')) {
  const fields = [...form.querySelectorAll('[data-needs]')]
  const buttons = form.querySelectorAll('.button')
  const said = document.createElement('p')
  said.className = 'hint'
  said.setAttribute('role', 'status')
  buttons[buttons.length - 1]?.after(said)
  const left = new Set()
  const look = () => {
    const problem = fields.map((field) => problemOf(field, left.has(field))).find((one) => one !== undefined)
    for (const button of buttons) button.disabled = problem !== undefined
    if (said.textContent !== (problem ?? '')) said.textContent = problem ?? ''
  }
  form.addEventListener('input', look)
  form.addEventListener('change', ({ target }) => {
    left.add(target)
    look()
  })
  addEventListener('pageshow', look)
  look()
}
