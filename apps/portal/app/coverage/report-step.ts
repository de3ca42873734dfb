import { isTechnology } from '@nyanja/domain/coverage'
import { isCoverageProblem } from '@nyanja/domain/coverage-report'
import { pointIn } from '../map/point-in.ts'

/** What the form says, once it says enough. Where it is follows from the point: nobody's own words are kept. */
export function reportIn(form: FormData) {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const point = pointIn(textOf('at'))
  const technology = textOf('technology')
  const problem = textOf('problem')
  if (point === undefined || !isTechnology(technology) || !isCoverageProblem(problem)) return undefined
  return { ...point, technology, problem }
}
