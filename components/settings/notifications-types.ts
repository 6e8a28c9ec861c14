/** A channel as the settings list it: where it leads, without what is secret. */
export type ChannelRow = {
  id: string;
  name: string;
  kind: string;
  target: string;
  enabled: boolean;
};

export type RuleRow = {
  id: string;
  channel: string;
  events: readonly string[];
  project: string | null;
  person: string | null;
};

export type PolicyRow = {
  projectId: string | null;
  project: string | null;
  approvals: number;
  answerWithinMinutes: number | null;
  remindEveryMinutes: number;
};

export type DeliveryLogRow = {
  id: string;
  title: string;
  channel: string;
  channelKind: string;
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'unroutable';
  attempts: number;
  maxAttempts: number;
  dueAt: number;
  createdAt: number;
  error: string | null;
  log: readonly { n: number; at: number; ms: number | null; ok: boolean | null; detail: string | null }[];
};

/** Settles with the reason of a refusal, or with nothing. */
export type Settled = Promise<string | undefined>;
