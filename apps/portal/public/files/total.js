// The sum follows what is ticked. Without this script the next page says it.
const form = document.querySelector('form[data-total]')

if (form) {
  const said = form.querySelector('output')
  const boxes = [...form.querySelectorAll('[data-minor]')]
  const button = form.querySelector('.button')
  const look = () => {
    const ticked = boxes.filter(({ checked }) => checked)
    const minor = ticked.reduce((sum, { dataset }) => sum + Number(dataset.minor), 0)
    const [whole, cents] = [String(Math.floor(minor / 100)), String(minor % 100).padStart(2, '0')]
    const amount = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (cents === '00' ? '' : `.${cents}`)
    const { total, currency } = form.dataset
    said.textContent = total.replace('{amount}', `${currency} ${amount}`)
    said.className = 'known'
    button.disabled = !ticked.length
  }
  form.addEventListener('change', look)
  addEventListener('pageshow', look)
  look()
}
