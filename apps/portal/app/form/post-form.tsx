import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { sendHref } from './send-href.ts'

/** Returns the address of the page that is shown. */
export function useSendHref(): string {
  const { pathname, search } = useLocation()
  return sendHref(pathname + search)
}

/** A form that its own page answers. */
export function PostForm(props: ComponentProps<'form'>) {
  return <form method="post" action={useSendHref()} {...props} />
}
