import type { CurrencyFormat } from '@nyanja/domain/money/currencies'
import { formatMinor } from '@nyanja/domain/money/money'
import { fillKnown } from '@nyanja/domain/texts/fill'

const form = document.querySelector<HTMLFormElement>('form[data-total]')
const output = form?.querySelector('output')
const button = form?.querySelector<HTMLButtonElement>('.button')
if (form && output && button) sumInvoices(form, output, button)

/**
 * Updates the sum as invoices are ticked, or says why the button is disabled. The next page shows the sum without it.
 */
function sumInvoices(form: HTMLFormElement, output: HTMLOutputElement, button: HTMLButtonElement): void {
  const { total = '', none = '' } = form.dataset
  const format: CurrencyFormat = JSON.parse(form.dataset.format ?? '')
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[data-minor]')]
  const update = () => {
    const ticked = boxes.filter(({ checked }) => checked)
    const minor = ticked.reduce((sum, { dataset }) => sum + Number(dataset.minor), 0)
    const text = ticked.length === 0 ? none : fillKnown(total, { amount: formatMinor(minor, format) })
    // The same text again would be announced again.
    if (output.textContent !== text) output.textContent = text
    output.className = ticked.length === 0 ? '' : 'known'
    button.disabled = ticked.length === 0
  }
  form.addEventListener('change', update)
  addEventListener('pageshow', update)
  update()
}
