import { sealPin } from './seal-pin.js'

const form = document.querySelector('.pin')
const input = document.querySelector('#pin')

if (form && input) {
  const cells = [...form.querySelectorAll('.cells i')]
  const wrong = document.querySelector('#pin-error')
  const mark = () => {
    for (const [place, cell] of cells.entries())
      cell.classList.toggle('here', place === Math.min(input.value.length, cells.length - 1))
  }
  const tidy = () => {
    input.value = input.value.replace(/\D/g, '').slice(0, cells.length)
    mark()
  }
  input.addEventListener('input', tidy)
  tidy()
  // A page that the browser kept must not show what was typed; what was typed before this script came counts.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) input.value = ''
    tidy()
  })
  input.focus()

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button.getAttribute('aria-disabled')) return
    if (input.value.length < cells.length) {
      wrong.hidden = false
      wrong.querySelector('span').textContent = form.dataset.wrong
      wrong.parentElement.classList.add('wrong')
      input.setAttribute('aria-invalid', 'true')
      input.focus()
      return
    }
    button.setAttribute('aria-disabled', 'true')
    const { transaction: walletTransactionId, nonce, key: publicKey } = form.dataset
    const pin = input.value
    input.value = ''
    mark()
    form.elements.sealed.value = await sealPin({ walletTransactionId, nonce, publicKey }, pin).catch(() => '')
    form.submit()
  })
}
