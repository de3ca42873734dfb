import { fill } from '@nyanja/domain/texts/fill'
import { ActForm } from '../acts/act-form.tsx'
import { useTypedAct } from '../acts/typed-act.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { IncidentView } from './operations-view.ts'

/** A form that publishes an incident is about none that exists. */
export const incidentSubject = 'incident'
export const longestIncident = 300

/** The first language is the one that all others fall back to. */
function Texts({ languages, shown }: Pick<IncidentView, 'languages' | 'shown'>) {
  const { operations } = useTexts()
  const typed = useTypedAct('show_incident', incidentSubject)
  const given = typed?.input ?? Object.fromEntries(shown?.texts ?? [])
  return languages.map(({ code, name }, at) => (
    <p key={code}>
      <label htmlFor={`incident-${code}`}>{at === 0 ? name : fill(operations.optionalText, { language: name })}</label>
      <textarea
        {...{ id: `incident-${code}`, name: code, lang: code, rows: 2, maxLength: longestIncident }}
        defaultValue={given[code]}
        required={at === 0}
      />
    </p>
  ))
}

export function IncidentPart({ incident: { shown, languages, mayPublish } }: { readonly incident: IncidentView }) {
  const { operations } = useTexts()
  return (
    <section className="part">
      <h2>{operations.incident}</h2>
      {shown === undefined ? (
        <p>{operations.noIncident}</p>
      ) : (
        <div className="shown-incident">
          <p>{fill(operations.shownBy, { name: shown.by, time: shown.at })}</p>
          <dl className="facts">
            {shown.texts.map(([code, text]) => (
              <div key={code}>
                <dt>{languages.find((language) => language.code === code)?.name ?? code}</dt>
                <dd lang={code}>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {mayPublish && shown !== undefined && <ActForm act="withdraw_incident" subject={shown.id} />}
      {mayPublish && (
        <ActForm act="show_incident" subject={incidentSubject}>
          <p className="hint">
            {operations.incidentHint} {shown !== undefined && operations.replaces}
          </p>
          <Texts languages={languages} shown={shown} />
        </ActForm>
      )}
    </section>
  )
}
