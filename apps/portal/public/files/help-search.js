// Answers appear while a question is typed. Without this script the button asks for them.
const form = document.querySelector('form[data-suggest]')

if (form) {
  const field = form.querySelector('input')
  const list = form.querySelector('ul')
  const said = form.querySelector('[role=status]')
  const { suggest, count, none } = form.dataset
  const quietMs = 300
  const longestMs = 1000
  const missedMs = 3000
  let quiet
  let longest
  let missed
  let asked = ''

  const ask = (words, more = '') => fetch(`${suggest}?q=${encodeURIComponent(words)}${more}`)

  const row = ({ href, title, lang }) => {
    const link = document.createElement('a')
    const words = document.createElement('span')
    Object.assign(link, { href })
    Object.assign(words, { textContent: title, lang: lang ?? '' })
    if (!lang) words.removeAttribute('lang')
    link.append(words)
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  const show = (found, words) => {
    list.replaceChildren(...found.map(row))
    list.hidden = found.length === 0
    said.textContent = words && (found.length ? count.replace('{count}', found.length) : none)
    if (words && !found.length) missed = setTimeout(() => ask(words, '&last=1').catch(() => {}), missedMs)
  }

  const look = async () => {
    clearTimeout(quiet)
    clearTimeout(longest)
    longest = undefined
    // A number is no question, and stands in no address.
    const words = field.value.replace(/\+?\d(?:[\s().-]*\d){3,}|\S*@\S*/g, ' ').trim()
    if (words === asked) return
    asked = words
    clearTimeout(missed)
    try {
      const found = words.length > 1 ? await (await ask(words)).json() : []
      if (words === asked) show(found, words.length > 1 ? words : '')
    } catch {
      asked = ''
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(quiet)
    quiet = setTimeout(look, quietMs)
    longest ??= setTimeout(look, longestMs)
  })
}
