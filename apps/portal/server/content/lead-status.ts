import { leadStages } from '@nyanja/domain/leads/lead-states'
import { z } from 'zod'

const Stage = z.strictObject({
  stage: z.enum(leadStages),
  title: z.string().min(1),
  text: z.string().min(1),
  tone: z.enum(['info', 'ok', 'wait', 'bad']),
})

/** What whoever asked for internet at home is told at each stage. */
export const LeadStatusConfig = z.strictObject({
  stages: z
    .array(Stage)
    .refine(
      (all) => leadStages.every((stage) => all.filter((one) => one.stage === stage).length === 1),
      `must have each of ${leadStages.join(', ')} once`,
    ),
})
