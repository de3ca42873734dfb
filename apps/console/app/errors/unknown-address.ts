import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

export const action = loader

/** React Router shows a refusal as a page with text only if the route has a component. */
export default () => null
