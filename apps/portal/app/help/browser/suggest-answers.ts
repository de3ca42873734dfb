import { fillKnown } from '@nyanja/domain/texts/fill'

interface Suggestion {
  readonly href: string
  readonly title: string
  readonly lang?: string
}

/** A pause in typing, and the longest wait until answers appear while the visitor still types. */
const pauseMs = 300
const longestPauseMs = 1000
/** After this a search without answers counts as what the visitor was looking for. */
const missedMs = 3000

const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
const field = form?.querySelector('input')
const list = form?.querySelector('ul')
const status = form?.querySelector('[role=status]')
if (form && field && list && status) suggestAnswers(form, { field, list, status })

interface Places {
  readonly field: HTMLInputElement
  readonly list: HTMLElement
  readonly status: Element
}

/** Shows answers while a question is typed. Without this script the button requests them. */
function suggestAnswers({ dataset }: HTMLFormElement, { field, list, status }: Places): void {
  const { suggest = '', count = '', none = '' } = dataset
  let pause: ReturnType<typeof setTimeout> | undefined
  let longest: ReturnType<typeof setTimeout> | undefined
  let missed: ReturnType<typeof setTimeout> | undefined
  let requested = ''

  const ask = (words: string, more = '') => fetch(`${suggest}?q=${encodeURIComponent(words)}${more}`)

  function show(found: readonly Suggestion[], words: string): void {
    list.textContent = ''
    list.append(...found.map(createRow))
    list.hidden = found.length === 0
    status.textContent = words && (found.length > 0 ? fillKnown(count, { count: found.length }) : none)
    if (words && found.length === 0) missed = setTimeout(() => void ask(words, '&last=1').catch(() => {}), missedMs)
  }

  async function search(): Promise<void> {
    clearTimeout(pause)
    clearTimeout(longest)
    longest = undefined
    // A number is no question, and belongs in no address.
    const words = field.value.replace(/\+?\d(?:[\s().-]*\d){3,}|\S*@\S*/g, ' ').trim()
    if (words === requested) return
    requested = words
    clearTimeout(missed)
    try {
      const found: Suggestion[] = words.length > 1 ? await (await ask(words)).json() : []
      if (words === requested) show(found, words.length > 1 ? words : '')
    } catch {
      requested = ''
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(search, pauseMs)
    longest ??= setTimeout(search, longestPauseMs)
  })
}

function createRow({ href, title, lang }: Suggestion): HTMLElement {
  const text = document.createElement('span')
  text.textContent = title
  if (lang !== undefined) text.lang = lang
  const link = document.createElement('a')
  link.href = href
  link.append(text)
  const item = document.createElement('li')
  item.append(link)
  return item
}
