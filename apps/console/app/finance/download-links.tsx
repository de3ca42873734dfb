import type { DayRange } from '@nyanja/domain/finance/days'
import { type ExportName, exportFormats } from '@nyanja/domain/finance/export-names'
import { may } from '../guard.ts'
import { useShell } from '../ui/shell-context.ts'

interface DownloadLinksProps {
  readonly names: readonly ExportName[]
  readonly range: DayRange
}

/** Offers the same days as files. Each download is recorded, so it is a form. */
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
              <form method="post" action="/finance/export">
                {Object.entries({ name, ...range }).map(([field, value]) => (
                  <input key={field} type="hidden" name={field} value={value} />
                ))}
                {exportFormats.map((format) => (
                  <button
                    key={format}
                    {...{ type: 'submit', className: 'button second', name: 'format', value: format }}
                    aria-label={`${exports.names[name]}, ${exports.formats[format]}`}
                  >
                    {exports.formats[format]}
                  </button>
                ))}
              </form>
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{exports.limits}</p>
    </section>
  )
}
