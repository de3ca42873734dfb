import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { FailurePage } from './errors/failure-page.tsx'
import { inLanguage, languagePrefixOf } from './page-language.ts'
import { portalContext } from './portal-context.ts'
import { shellOf } from './shell-texts.ts'
import { CurrentIncident } from './ui/notes.tsx'
import { useShell } from './ui/shell-data.ts'
import { SiteFooter, SiteHeader } from './ui/site-frame.tsx'

export function loader({ url, context }: Route.LoaderArgs) {
  return shellOf(context.get(portalContext), url)
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const shell = useShell()
  const homeHref = inLanguage('/', shell?.languagePrefix ?? '')
  return (
    <html lang={shell?.language ?? 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content="#071922" media="(prefers-color-scheme:dark)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/files/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        {shell !== undefined && (
          <>
            <a className="skip" href="#main">
              {shell.header.skip}
            </a>
            <SiteHeader {...shell} homeHref={homeHref} />
          </>
        )}
        <main>
          {/* Old engines look for a fragment on elements that they know, and they do not know `main`. */}
          <div id="main" tabIndex={-1}>
            <div className="wrap">
              <CurrentIncident />
            </div>
            {children}
          </div>
        </main>
        <footer className="foot">
          <SiteFooter />
        </footer>
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  return <FailurePage error={error} homeHref={inLanguage('/', languagePrefixOf(pathname))} />
}
