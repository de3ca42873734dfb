// Asks the phone where it is, and the portal what is near. Without this script, or without leave, places have names.
const form = document.querySelector('.here')
const button = form?.querySelector('[data-locate]')
const denied = document.getElementById('denied')
// To about a hundred metres: nearer than that nobody has to know.
const rounded = (degrees) => degrees.toFixed(3)

if (button && 'geolocation' in navigator) {
  const word = button.querySelector('span')
  const usual = word.textContent
  const rest = () => {
    button.removeAttribute('aria-disabled')
    word.textContent = usual
  }
  const refused = () => {
    rest()
    denied.hidden = true
    // Shown anew, so that it is read out anew.
    setTimeout(() => {
      denied.hidden = false
    })
  }
  const located = ({ coords }) => {
    form.elements.lat.value = rounded(coords.latitude)
    form.elements.lng.value = rounded(coords.longitude)
    form.submit()
  }
  button.addEventListener('click', () => {
    if (button.hasAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    word.textContent = form.dataset.busy
    navigator.geolocation.getCurrentPosition(located, refused, { timeout: 10000, maximumAge: 60000 })
  })
  addEventListener('pageshow', rest)
  button.closest('.by-script').classList.add('ready')
}
