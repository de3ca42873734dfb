import { watchCells } from '../../code/browser/cells.ts'
import { sealPin } from './seal-pin.ts'

const form = document.querySelector<HTMLFormElement>('.pin')
const input = document.querySelector<HTMLInputElement>('#pin')
const button = form?.querySelector('button')
if (form && input && button) watchPin(form, input, button)

function watchPin(form: HTMLFormElement, input: HTMLInputElement, button: HTMLElement): void {
  const cells = [...form.querySelectorAll('.cells i')]
  const tidy = watchCells(input, cells)
  const sealed = form.elements.namedItem('sealed')
  const ready = () => {
    button.removeAttribute('aria-disabled')
    if (sealed instanceof HTMLInputElement) sealed.value = ''
    tidy()
  }
  addEventListener('stay', ready)
  // What was typed before this script loaded counts.
  addEventListener('pageshow', ready)
  // The browser may keep the page, and must not keep the PIN.
  addEventListener('pagehide', () => {
    input.value = ''
    ready()
  })
  input.focus()

  async function send(): Promise<void> {
    button.setAttribute('aria-disabled', 'true')
    const { transaction: walletTransactionId = '', nonce = '', key: publicKey = '' } = form.dataset
    const pin = input.value
    input.value = ''
    tidy()
    if (sealed instanceof HTMLInputElement)
      sealed.value = await sealPin({ walletTransactionId, nonce, publicKey }, pin).catch(() => '')
    dispatchEvent(new Event('leave'))
    form.submit()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.hasAttribute('aria-disabled')) return
    if (input.value.length === cells.length) void send()
    else showTooShort(form, input)
  })
}

function showTooShort(form: HTMLFormElement, input: HTMLInputElement): void {
  const error = document.getElementById('pin-error')
  const text = error?.querySelector('span')
  if (error && text) {
    error.hidden = false
    text.textContent = form.dataset.wrong ?? ''
    error.parentElement?.classList.add('wrong')
  }
  input.setAttribute('aria-invalid', 'true')
  input.focus()
}
