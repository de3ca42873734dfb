/**
 * Runs in the merchant's page, in place of Paystack's own script and with the same words: opens the checkout in a
 * frame and passes on what the frame tells. It resumes transactions that the merchant's server began, and begins none.
 *
 * As `@paystack/inline-js` 2.22 does: both frames are made with the object and cover the page as soon as a transaction
 * is resumed, loaded or not; a setup error is only reported, so that they stay open; `cancelTransaction` closes them and
 * calls `onCancel`; closed frames are hidden, not removed.
 */
export const inlineScript = `(() => {
  const frameUrl = new URL('../checkout/popup', document.currentScript.src)
  const cover = { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647', display: 'none' }

  window.PaystackPop = class PaystackPop {
    constructor() {
      const background = document.createElement('iframe')
      background.title = 'Paystack background'
      Object.assign(background.style, cover, { background: 'rgba(0, 0, 0, 0.75)' })
      const frame = document.createElement('iframe')
      frame.src = frameUrl.href
      frame.title = 'Paystack checkout'
      Object.assign(frame.style, cover)
      document.body.append(background, frame)
      Object.assign(this, { background, frame, isLoaded: false })
      addEventListener('message', (message) => this.hear(message))
    }

    resumeTransaction(accessCode, callbacks = {}) {
      this.transaction = { accessCode, callbacks }
      for (const element of [this.background, this.frame]) element.style.display = 'block'
      if (this.isLoaded) this.begin()
    }

    cancelTransaction() {
      const { transaction } = this
      if (!transaction) return
      this.transaction = undefined
      transaction.callbacks.onCancel?.()
      this.close()
    }

    begin() {
      const metadata = JSON.stringify({ referrer: location.href })
      const params = { accessCode: this.transaction.accessCode, metadata, mode: 'popup' }
      this.send({ type: 'inline:url', path: 'newTransaction', params })
    }

    send(message) {
      this.frame.contentWindow.postMessage(message, frameUrl.origin)
    }

    close() {
      for (const element of [this.background, this.frame]) element.style.display = 'none'
      this.send('close')
    }

    hear({ source, origin, data }) {
      if (source !== this.frame.contentWindow || origin !== frameUrl.origin) return
      const { event, data: told } = data ?? {}
      const { callbacks } = this.transaction ?? {}
      if (event === 'loaded:checkout') {
        this.isLoaded = true
        if (callbacks) this.begin()
      }
      if (!callbacks) return
      if (event === 'loaded:transaction') callbacks.onLoad?.(told)
      if (event === 'error' && told?.type === 'setup') callbacks.onError?.(told)
      if (!['success', 'cancel', 'close', 'transfer:pending'].includes(event)) return
      this.transaction = undefined
      this.close()
      if (event === 'success') callbacks.onSuccess?.(told)
      else callbacks.onCancel?.()
    }
  }
})()`
