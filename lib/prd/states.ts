/** The states of a session, as the design spells them and `active_context.md` names them. */
export const prdStates = ['IDLE', 'PLANNING', 'CONFIRMING', 'EXECUTING', 'AUTO_FIX', 'BLOCKED', 'ARCHIVING'] as const;
export type PrdState = (typeof prdStates)[number];

/** What has become of a task, as measured; what an agent reports stands beside it. */
export const taskStatuses = ['pending', 'in_progress', 'done', 'skipped'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
