import type { DayRange } from '@nyanja/domain/finance/days'
import { type ExportName, exportFormats } from '@nyanja/domain/finance/export-names'
import { may } from '../guard.ts'
import { useShell } from '../ui/shell-context.ts'
import { addressOf } from './chosen-days.ts'

interface DownloadLinksProps {
  readonly names: readonly ExportName[]
  readonly range: DayRange
}

/** The same days as files. */
export function DownloadLinks({ names, range }: DownloadLinksProps) {
  const { staff, texts } = useShell()
  const { exports } = texts.finance
  if (!may(staff, 'export-finance')) return null
  return (
    <section className="part downloads">
      <h2>{exports.title}</h2>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{exports.names[name]}</dt>
            <dd>
              {exportFormats.map((format) => (
                <a
                  key={format}
                  className="button second"
                  href={addressOf('/finance/export', { name, format, ...range })}
                  aria-label={`${exports.names[name]}, ${exports.formats[format]}`}
                >
                  {exports.formats[format]}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{exports.limits}</p>
    </section>
  )
}
