/** Which lane of the worker has something to do. A lane that nobody wakes looks for itself a moment later. */
export type QueueName = `settle ${string}` | `refund ${string}` | 'deliver' | 'send messages' | 'follow leads'

export type Notify = (queue: QueueName) => void
