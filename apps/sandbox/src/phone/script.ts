/**
 * Runs in the browser. Refreshes the live regions every two seconds and keeps what is typed, the focus and the
 * place in the page; sends forms without leaving the page. Without it forms and a refreshing page do the same.
 */
export const script = `(() => {
  const swap = (page, keepTyped) => {
    document.title = page.title
    for (const fresh of page.querySelectorAll('[data-live]')) {
      const old = document.getElementById(fresh.id)
      for (const { id } of old?.querySelectorAll('details[open]') ?? []) page.getElementById(id)?.toggleAttribute('open', true)
      if (!old || old.innerHTML === fresh.innerHTML) continue
      const fields = keepTyped ? [...old.querySelectorAll('input[id]')] : []
      const typed = fields.map(({ id, value }) => [id, value])
      const active = old.contains(document.activeElement) ? document.activeElement : undefined
      const focus = active?.id
      const caret = active?.selectionStart
      const scrolled = old.querySelector('.screen')?.scrollTop ?? 0
      old.innerHTML = fresh.innerHTML
      for (const [id, value] of typed) {
        const field = document.getElementById(id)
        if (field) field.value = value
      }
      const next = focus && document.getElementById(focus)
      if (next) next.focus({ preventScroll: true })
      if (next && caret != null) next.setSelectionRange(caret, caret)
      const screen = old.querySelector('.screen')
      if (screen && keepTyped) screen.scrollTop = scrolled
    }
  }
  const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html')
  let sent = 0
  let busy = false
  addEventListener('submit', async (event) => {
    const { target, submitter } = event
    if (target.method !== 'post') return
    event.preventDefault()
    sent += 1
    busy = true
    try {
      const body = new URLSearchParams(new FormData(target, submitter))
      const action = submitter?.hasAttribute('formaction') ? submitter.formAction : target.action
      // The next message may be half typed when the answer to this one comes.
      const isMessage = target.getAttribute('action') === '/phone/chat'
      if (isMessage) target.reset()
      const answer = await fetch(action, { method: 'POST', body })
      history.replaceState(null, '', answer.url)
      swap(await parse(answer), isMessage)
    } finally {
      busy = false
    }
  })
  setInterval(async () => {
    if (document.hidden || busy) return
    const before = sent
    const answer = await fetch(location.href).catch(() => undefined)
    const page = answer?.ok ? await parse(answer) : undefined
    if (page && before === sent) swap(page, true)
  }, 2000)
})()`
