/**
 * Runs in the merchant's page, in place of Paystack's own script and with the same words: opens the checkout in a
 * frame and passes on what the frame tells. It resumes transactions that the merchant's server began, and begins none.
 */
export const inlineScript = `(() => {
  const frameUrl = new URL('../checkout/popup', document.currentScript.src)
  const endings = { success: 'onSuccess', cancel: 'onCancel', close: 'onCancel', 'transfer:pending': 'onCancel', error: 'onError' }

  window.PaystackPop = class PaystackPop {
    resumeTransaction(accessCode, callbacks = {}) {
      const frame = document.createElement('iframe')
      frame.src = frameUrl.href
      frame.title = 'Paystack checkout'
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647' })
      const send = (message) => frame.contentWindow.postMessage(message, frameUrl.origin)

      const hear = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== frameUrl.origin) return
        const { event, data: told } = data ?? {}
        if (event === 'loaded:checkout') {
          const metadata = JSON.stringify({ referrer: location.href })
          return send({ type: 'inline:url', path: 'newTransaction', params: { accessCode, metadata, mode: 'popup' } })
        }
        if (event === 'loaded:transaction') return callbacks.onLoad?.(told)
        const ending = endings[event]
        if (!ending || (event === 'error' && told?.type !== 'setup')) return
        send('close')
        removeEventListener('message', hear)
        frame.remove()
        callbacks[ending]?.(told)
      }
      addEventListener('message', hear)
      document.body.append(frame)
    }
  }
})()`
