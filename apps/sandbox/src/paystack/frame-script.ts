/**
 * Runs in the checkout frame. Every page of the frame may carry one message for the page around it; the first page
 * waits to be told which payment it is for.
 */
export const frameScript = `(() => {
  const tell = (message) => parent.postMessage(message, '*')
  addEventListener('message', ({ source, origin, data }) => {
    if (origin === location.origin && data?.event === 'bank:left') return location.reload()
    if (source !== parent || data?.type !== 'inline:url' || data.path !== 'newTransaction') return
    const { accessCode } = data.params ?? {}
    if (accessCode) location.replace('/paystack/checkout/' + encodeURIComponent(accessCode) + '?mode=popup&opened')
    else tell({ event: 'error', data: { type: 'setup', message: 'This checkout resumes transactions only' } })
  })
  const { says } = document.querySelector('main').dataset
  if (says) tell(JSON.parse(says))
})()`
