const form = document.querySelector('form[data-challenge]')

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16))
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

// The browser derives keys beside the page, so nothing stands still meanwhile.
const solve = async ({ nonce, salt, cost, keyLength, keyPrefix }) => {
  const start = bytesOf(nonce)
  const password = new Uint8Array(start.length + 4)
  password.set(start)
  const end = new DataView(password.buffer)
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
  for (let counter = 0; ; counter++) {
    end.setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(how, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}

const work = async () => {
  const said = form.querySelector('[data-working]')
  said.hidden = false
  said.textContent ||= said.dataset.working
  const challenge = JSON.parse(form.dataset.challenge)
  const solution = await solve(challenge.parameters)
  form.elements.solution.value = btoa(JSON.stringify({ challenge, solution }))
  form.requestSubmit()
}

// A browser that cannot work waits, as one without script does.
if (form)
  work().catch(() => {
    const seconds = Number(form.dataset.wait)
    if (seconds > 0) setTimeout(() => location.reload(), 1000 * seconds)
  })
