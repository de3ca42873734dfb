import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { sendHref } from './send-href.ts'

/** A form that its own page answers. */
export function PostForm({ action, ...props }: ComponentProps<'form'>) {
  const { pathname, search } = useLocation()
  return <form method="post" action={action ?? sendHref(pathname + search)} {...props} />
}
