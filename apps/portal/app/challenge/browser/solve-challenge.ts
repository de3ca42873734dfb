/** A challenge of ALTCHA's version 2 (https://altcha.org/docs). Bytes are in hexadecimal. */
interface Challenge {
  readonly parameters: {
    readonly nonce: string
    readonly salt: string
    /** The rounds of PBKDF2. */
    readonly cost: number
    /** The length in bytes. */
    readonly keyLength: number
    readonly keyPrefix: string
  }
}

const form = document.querySelector<HTMLFormElement>('form[data-challenge]')
// A browser that cannot solve it waits, as one without script does.
if (form)
  void sendSolution(form).catch(() => {
    const seconds = Number(form.dataset.wait)
    if (seconds > 0) setTimeout(() => location.reload(), 1000 * seconds)
  })

async function sendSolution(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector<HTMLElement>('[data-working]')
  if (status) {
    status.hidden = false
    status.textContent ||= status.dataset.working ?? ''
  }
  const challenge: Challenge = JSON.parse(form.dataset.challenge ?? '')
  const solution = await solve(challenge)
  const field = form.elements.namedItem('solution')
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no place for a solution')
  field.value = btoa(JSON.stringify({ challenge, solution }))
  // Browsers before 2020, and Safari before 2022, can only submit without the events.
  const send = form.requestSubmit ?? form.submit
  send.call(form)
}

/** The browser derives keys in the background, so the page stays responsive. */
async function solve({ parameters: { nonce, salt, cost, keyLength, keyPrefix } }: Challenge) {
  const start = toBytes(nonce)
  const password = new Uint8Array(start.length + 4)
  password.set(start)
  const end = new DataView(password.buffer)
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations: cost }
  for (let counter = 0; ; counter++) {
    end.setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = toHex(await crypto.subtle.deriveBits(algorithm, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}

function toBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
