import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

export const action = loader

/** With a component its refusals are pages with words. */
export default () => null
