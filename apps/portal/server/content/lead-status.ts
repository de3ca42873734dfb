import { z } from 'zod'

/** As the BSS says it. */
const statuses = ['acknowledged', 'inProgress', 'pending', 'accepted', 'rejected', 'cancelled'] as const

const Stage = z.strictObject({
  status: z.enum(statuses),
  title: z.string().min(1),
  text: z.string().min(1),
  tone: z.enum(['info', 'ok', 'wait', 'bad']),
  /** Nothing follows it. */
  isEnd: z.boolean(),
})

/** What whoever asked for internet at home is told at each stage. */
export const LeadStatusConfig = z.strictObject({
  stages: z
    .array(Stage)
    .refine(
      (stages) => statuses.every((status) => stages.filter((stage) => stage.status === status).length === 1),
      `must have each of ${statuses.join(', ')} once`,
    ),
})
