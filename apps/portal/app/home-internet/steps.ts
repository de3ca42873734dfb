/** Plan, person, place, code. */
export const stepsInAll = 4
