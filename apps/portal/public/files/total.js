// The sum follows what is ticked. Without this script the next page says it.
const form = document.querySelector('form[data-total]')

if (form) {
  const { total, currency, group, decimal, exponent } = form.dataset
  const said = form.querySelector('output')
  const boxes = [...form.querySelectorAll('[data-minor]')]
  const button = form.querySelector('.button')
  // As the server writes sums; the separators are the market's.
  const display = (minor) => {
    const digits = String(minor).padStart(Number(exponent) + 1, '0')
    const [whole, rest] = [digits.slice(0, -exponent), digits.slice(-exponent)]
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
    return `${currency} ${grouped}${Number(rest) ? decimal + rest : ''}`
  }
  const look = () => {
    const ticked = boxes.filter(({ checked }) => checked)
    const minor = ticked.reduce((sum, { dataset }) => sum + Number(dataset.minor), 0)
    said.textContent = total.replace('{amount}', display(minor))
    said.className = 'known'
    button.disabled = !ticked.length
  }
  form.addEventListener('change', look)
  addEventListener('pageshow', look)
  look()
}
