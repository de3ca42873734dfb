import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { sendHref } from './send-href.ts'

/** The address is that of the page that is shown. */
export function useSendHref(): string {
  const { pathname, search } = useLocation()
  return sendHref(pathname + search)
}

/** The page itself answers this form. */
export function PostForm(props: ComponentProps<'form'>) {
  return <form method="post" action={useSendHref()} {...props} />
}
