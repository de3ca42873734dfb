import { HelpFrame } from './help-frame.tsx'
import { HelpTopics, QuestionPart } from './help-links.tsx'
import type { MissingHelp } from './missing-help.ts'
import { QuestionForm } from './question-form.tsx'

/** Instead of a page that is not there. */
export function MissingPage({ missing }: { readonly missing: MissingHelp }) {
  const { frame, title, text, heading, questions, topics } = missing
  return (
    <HelpFrame frame={frame} title={title} crumbs={frame.crumbs}>
      <p>{text}</p>
      <QuestionForm frame={frame} />
      <QuestionPart id="answers" heading={heading} links={questions} />
      <HelpTopics heading={frame.texts.topics} links={topics} />
    </HelpFrame>
  )
}
