import { pageHeaders } from '../format/headers.ts'
import type { Route } from './+types/data-bundle'
import { loadRouter, postToRouter } from './router-page.ts'
import { RouterScreen } from './router-screen.tsx'

export const handle = { group: 'broadband' }

const name = 'bundles'

export const loader = (args: Route.LoaderArgs) => loadRouter(name, args)

export const action = (args: Route.ActionArgs) => postToRouter(name, args)

export const headers = pageHeaders

export default function DataBundle({ loaderData, actionData }: Route.ComponentProps) {
  return <RouterScreen name={name} {...loaderData} answer={actionData} />
}
