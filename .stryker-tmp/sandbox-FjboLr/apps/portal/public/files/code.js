// @ts-nocheck
const input = document.querySelector('.code input')
const again = document.querySelector('.again')

if (input) {
  const cells = [...document.querySelectorAll('.cells i')]
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
  input.focus()

  // Where the phone can read the code out of the SMS; the visitor still presses the button.
  if ('OTPCredential' in window) {
    navigator.credentials
      .get({ otp: { transport: ['sms'] } })
      .then((found) => {
        input.value = found?.code ?? ''
        tidy()
      })
      .catch(() => {})
  }
}

if (again) {
  // Counted from when the page came: clocks of cheap phones are wrong.
  const endsAt = performance.now() + 1000 * Number(again.dataset.seconds)
  const said = again.querySelector('[data-wait]')
  const button = again.querySelector('button')
  const words = said.textContent.trim()
  const tick = () => {
    const left = Math.ceil((endsAt - performance.now()) / 1000)
    button.hidden = left > 0
    said.textContent = left > 0 ? words.replace(/\d+/, left) : ''
    if (left > 0) setTimeout(tick, 1000)
  }
  tick()
}
