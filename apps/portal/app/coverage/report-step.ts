import { isCoverageProblem, isTechnology } from '@nyanja/domain/places/coverage'
import { saidIn } from '../format/said-in.ts'
import { pointIn } from '../map/point-in.ts'

/** What the form says, once it says enough. Where it is follows from the point: nobody's own words are kept. */
export function reportIn(form: FormData) {
  const textOf = (name: string) => saidIn(form, name)
  const point = pointIn(textOf('at'))
  const technology = textOf('technology')
  const problem = textOf('problem')
  if (point === undefined || !isTechnology(technology) || !isCoverageProblem(problem)) return undefined
  return { ...point, technology, problem }
}
