import { useTexts } from '../ui/shell-context.ts'

interface ImportFormProps {
  readonly formats: readonly { readonly format: string; readonly title: string; readonly verified: boolean }[]
  readonly today: string
}

/** A file with its format. The days are optional: a file without rows needs them. */
export function ImportForm({ formats, today }: ImportFormProps) {
  const { finance } = useTexts()
  const texts = finance.settlements
  return (
    <section className="part">
      <h2>{texts.import}</h2>
      <form className="import" method="post" action="/finance/settlements" encType="multipart/form-data">
        <div className="fields-row">
          <p>
            <label htmlFor="format">{texts.format}</label>
            <select id="format" name="format" required defaultValue="">
              <option value="" disabled>
                {texts.chooseFormat}
              </option>
              {formats.map(({ format, title, verified }) => (
                <option key={format} value={format}>
                  {verified ? title : `${title} (${texts.unverified})`}
                </option>
              ))}
            </select>
          </p>
          <p>
            <label htmlFor="file">{texts.file}</label>
            <input id="file" name="file" type="file" required />
          </p>
          <p>
            <label htmlFor="file-from">{texts.fromOptional}</label>
            <input id="file-from" name="from" type="date" max={today} aria-describedby="days-hint" />
          </p>
          <p>
            <label htmlFor="file-to">{texts.toOptional}</label>
            <input id="file-to" name="to" type="date" max={today} aria-describedby="days-hint" />
          </p>
          <button type="submit" className="button">
            {texts.doImport}
          </button>
        </div>
        <p className="quiet" id="days-hint">
          {texts.hint}
        </p>
      </form>
    </section>
  )
}
