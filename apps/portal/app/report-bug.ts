import { type HandleErrorFunction, isRouteErrorResponse } from 'react-router'
import { bugContext } from './portal-context.ts'

/** Bugs of pages go to the log like all others: React Router would print them whole, with the row that a database refused. */
export const reportBug: HandleErrorFunction = (error, { request, context }) => {
  // An address or a method that does not exist is no fault of ours.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(bugContext)(error)
}
