import { invalid, problem } from '../../src/schemas/kit/problem';

/** The allowed next states of each resource; the first state is the start. Anything else is refused with 409. */
const ways = {
  tickets: {
    open: ['in_progress', 'waiting', 'resolved', 'closed'],
    in_progress: ['open', 'waiting', 'resolved', 'closed'],
    waiting: ['open', 'in_progress', 'resolved', 'closed'],
    resolved: ['open', 'closed'],
    closed: ['open'],
  },
  finances: { draft: ['approved', 'rejected'], approved: ['draft', 'paid', 'rejected'], paid: [], rejected: ['draft'] },
  leaves: { pending: ['approved', 'rejected', 'cancelled'], approved: ['cancelled'], rejected: [], cancelled: [] },
  'attendance-corrections': { pending: ['approved', 'rejected', 'cancelled'], approved: [], rejected: [], cancelled: [] },
  applications: {
    draft: ['submitted', 'withdrawn', 'cancelled'],
    submitted: ['under_review', 'documents_pending', 'interview', 'rejected', 'withdrawn', 'cancelled'],
    under_review: ['documents_pending', 'interview', 'waitlisted', 'offered', 'rejected', 'withdrawn', 'cancelled'],
    documents_pending: ['under_review', 'rejected', 'withdrawn', 'cancelled'],
    interview: ['under_review', 'waitlisted', 'offered', 'rejected', 'withdrawn', 'cancelled'],
    waitlisted: ['offered', 'rejected', 'withdrawn', 'cancelled'],
    offered: ['accepted', 'rejected', 'withdrawn', 'cancelled'],
    accepted: ['enrolled', 'withdrawn', 'cancelled'],
    enrolled: ['withdrawn', 'cancelled'],
    rejected: [],
    withdrawn: [],
    cancelled: [],
  },
  'document-verifications': {
    uploaded: ['verified', 'rejected', 're_upload'],
    re_upload: ['uploaded', 'verified', 'rejected'],
    rejected: ['re_upload', 'verified'],
    verified: ['rejected', 're_upload'],
  },
  payments: {
    created: ['authorized', 'captured', 'failed'],
    pending_approval: ['captured', 'rejected'],
    authorized: ['captured', 'failed'],
    captured: ['partially_refunded', 'refunded'],
    partially_refunded: ['partially_refunded', 'refunded'],
    refunded: [],
    failed: [],
    rejected: [],
  },
  queries: { open: ['answered', 'closed'], answered: ['open', 'closed'], closed: ['open'] },
  interviews: {
    scheduled: ['rescheduled', 'done', 'cancelled'],
    rescheduled: ['done', 'cancelled'],
    done: [],
    cancelled: [],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type WithStates = keyof typeof ways;
const waysOf = (resource: WithStates): Readonly<Record<string, readonly string[]>> => ways[resource];
const inWords = (state: string): string => state.replaceAll('_', ' ');

/** A new record is in its first state; anything else is named (422). */
export function refuseOtherStart(resource: WithStates, state: unknown): void {
  const [first] = Object.keys(ways[resource]);
  if (state !== undefined && state !== null && state !== first)
    throw invalid('state', `A new record must start as ${inWords(first!)}`);
}

/** Throws 409 when the record may not go from the one state to the other; staying is not a step. */
export function refuseTransition(resource: WithStates, from: unknown, to: unknown): void {
  if (to === undefined || to === from) return;
  const allowed = waysOf(resource)[String(from)] ?? [];
  if (allowed.includes(String(to))) return;
  const next = allowed.length ? `It can change to ${allowed.map(inWords).join(', ')}.` : 'It is final.';
  throw problem(409, `The status cannot change from ${inWords(String(from))} to ${inWords(String(to))}. ${next}`);
}
