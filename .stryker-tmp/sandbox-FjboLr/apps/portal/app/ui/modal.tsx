// @ts-nocheck
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface ModalProps {
  readonly isOpen: boolean
  readonly title: string
  /** With it the dialog has a close button, and Escape closes it. */
  readonly close?: { readonly text: string; readonly act: () => void }
  readonly children: ReactNode
}

/** Without script it stands open in the page, as part of it. */
export function Modal({ isOpen, title, close, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const { current } = dialog
    if (!isOpen || current === null) return
    // What the server rendered open is not modal yet.
    current.removeAttribute('open')
    current.showModal()
    current.querySelector('input')?.focus()
    document.documentElement.classList.add('still')
    return () => {
      current.close()
      document.documentElement.classList.remove('still')
    }
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      open={typeof document === 'undefined' && isOpen}
      suppressHydrationWarning
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close?.act()
      }}
    >
      <div className="dialog-top">
        <h2 id={titleId}>{title}</h2>
        {close !== undefined && (
          <button className="shut" type="button" aria-label={close.text} onClick={close.act}>
            <Icon name="cross" />
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}
