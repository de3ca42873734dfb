// @ts-nocheck
import { Icon } from './icon.tsx'
import { useTimedEnd } from './use-timed-end.ts'

interface ToastProps {
  readonly kind: 'success' | 'error'
  /** Error or Success, in the page's language. */
  readonly heading: string
  /** Also stands somewhere in the page: a toast is never the only copy. */
  readonly message: string
  readonly closeText: string
  /** 3, and 10 on payment screens. */
  readonly seconds?: number
  /** Must stay the same function while the toast is shown. */
  readonly onClose: () => void
}

export function Toast({ kind, heading, message, closeText, seconds = 3, onClose }: ToastProps) {
  const held = useTimedEnd(seconds, onClose)
  return (
    <div className="toasts">
      <div
        className={kind === 'error' ? 'toast error' : 'toast'}
        role={kind === 'error' ? 'alert' : 'status'}
        {...held}
      >
        <Icon name={kind === 'error' ? 'warn' : 'tick'} />
        <div>
          <b>{heading}</b>
          <p>{message}</p>
        </div>
        <button className="shut" type="button" aria-label={closeText} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
    </div>
  )
}
