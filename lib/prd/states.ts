/** The states of a session, as the design spells them and `active_context.md` names them. */
export const prdStates = ['IDLE', 'PLANNING', 'CONFIRMING', 'EXECUTING', 'AUTO_FIX', 'BLOCKED', 'ARCHIVING'] as const;
export type PrdState = (typeof prdStates)[number];
