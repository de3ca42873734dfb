import { watchCells } from './cells.ts'

/** WebOTP (https://wicg.github.io/web-otp), which the types of the DOM do not have. */
declare global {
  interface CredentialRequestOptions {
    readonly otp?: { readonly transport: readonly string[] }
  }
}

const input = document.querySelector<HTMLInputElement>('.code input')
const resend = document.querySelector<HTMLElement>('.again')

if (input) {
  const tidy = watchCells(input, [...document.querySelectorAll('.cells i')])
  input.focus()
  if ('OTPCredential' in window) void readFromSms(input, tidy)
}
if (resend) countDown(resend)

/** Fills in the code from the SMS on phones that can read it; the visitor still presses the button. */
async function readFromSms(field: HTMLInputElement, tidy: () => void): Promise<void> {
  const found = await navigator.credentials.get({ otp: { transport: ['sms'] } }).catch(() => null)
  if (found === null || !('code' in found)) return
  field.value = String(found.code)
  tidy()
}

/** Counts the seconds until another code may be requested, and then shows the button. */
function countDown(place: HTMLElement): void {
  const text = place.querySelector('[data-wait]')
  const button = place.querySelector('button')
  if (text === null || button === null) return
  // The time counts from when the page loaded: clocks of cheap phones are wrong.
  const endsAt = performance.now() + 1000 * Number(place.dataset.seconds)
  const sentence = text.textContent.trim()
  const tick = () => {
    const left = Math.ceil((endsAt - performance.now()) / 1000)
    button.hidden = left > 0
    text.textContent = left > 0 ? sentence.replace(/\d+/, String(left)) : ''
    if (left > 0) setTimeout(tick, 1000)
  }
  tick()
}
