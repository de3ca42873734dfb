import { drawButton } from '../../ui/browser/draw-button.ts'

const form = document.querySelector<HTMLFormElement>('.here')
const room = form?.querySelector<HTMLElement>('[data-locate]')
if (form && room && 'geolocation' in navigator) askForLocation(form, drawButton(room))

const longestMs = 10_000

/**
 * Asks the phone for its position, and the portal for what is near. The visitor names a place where script or the
 * permission is missing.
 */
function askForLocation(form: HTMLFormElement, button: HTMLButtonElement): void {
  const denied = document.getElementById('denied')
  const word = button.lastElementChild ?? button
  const usual = word.textContent
  function reset(): void {
    button.removeAttribute('aria-disabled')
    word.textContent = usual
  }
  function refuse(): void {
    reset()
    if (denied === null) return
    denied.hidden = true
    const heading = document.createElement('b')
    heading.textContent = denied.dataset.title ?? ''
    denied.textContent = ''
    denied.append(heading, ` ${denied.dataset.text}`)
    // The text is shown again, so that it is read out again.
    setTimeout(() => {
      denied.hidden = false
    })
  }
  function send({ coords }: GeolocationPosition): void {
    fillField(form, 'lat', rounded(coords.latitude))
    fillField(form, 'lng', rounded(coords.longitude))
    dispatchEvent(new Event('leave'))
    form.submit()
  }
  button.addEventListener('click', () => {
    if (button.hasAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    word.textContent = form.dataset.busy ?? ''
    navigator.geolocation.getCurrentPosition(send, refuse, { timeout: longestMs, maximumAge: 60_000 })
    // Browsers within apps may never answer.
    setTimeout(() => {
      if (button.hasAttribute('aria-disabled')) refuse()
    }, longestMs + 1_000)
  })
  addEventListener('pageshow', reset)
  addEventListener('stay', reset)
  button.parentElement?.classList.add('ready')
}

function fillField({ elements }: HTMLFormElement, name: string, value: string): void {
  const field = elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

/** Rounds to about a hundred metres: more is not needed. */
function rounded(degrees: number): string {
  return degrees.toFixed(3)
}
