// @ts-nocheck
import { useShell } from './shell-data.ts'

interface PageTitleProps {
  readonly title: string
  /** For search engines, on pages they may show. */
  readonly description?: string
}

export function PageTitle({ title, description }: PageTitleProps) {
  const brand = useShell()?.brand
  return (
    <>
      <title>{brand === undefined ? title : `${title} - ${brand}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
    </>
  )
}
