import { isCoverageProblem, isTechnology } from '@nyanja/domain/places/coverage'
import { readField } from '../format/read-field.ts'
import { pointIn } from '../map/point-in.ts'

/** What the form says, once it says enough. Where it is follows from the point: nobody's own words are kept. */
export function reportIn(form: FormData) {
  const textOf = (name: string) => readField(form, name)
  const point = pointIn(textOf('at'))
  const technology = textOf('technology')
  const problem = textOf('problem')
  if (point === undefined || !isTechnology(technology) || !isCoverageProblem(problem)) return undefined
  return { ...point, technology, problem }
}
