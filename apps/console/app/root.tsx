import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import type { Route } from './+types/root'
import { ErrorNotice } from './errors/error-notice.tsx'
import { guard } from './guard.ts'
import { Frame } from './ui/frame.tsx'
import { useShell } from './ui/shell-context.ts'

export const middleware = [guard] satisfies Route.MiddlewareFunction[]

export function Layout({ children }: { readonly children: ReactNode }) {
  const { language } = useShell()
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/files/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <Frame>{children}</Frame>
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorNotice status={isRouteErrorResponse(error) ? error.status : 500} />
}
