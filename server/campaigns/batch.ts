import type { Services } from '../context/services';
import type { CampaignRef } from './campaign-kinds';

/** What the batches of one turn of a campaign's run share. */
export interface Batch {
  readonly tenantId: string;
  readonly ref: CampaignRef;
  /** The job that works on the campaign; another one leaves it alone. */
  readonly jobId: string;
  /** Who started it, and hears when it pauses by itself. */
  readonly starter: string | null;
  readonly services: Services;
  /** Rows per batch, where the campaign has a pace; no more than the sender takes at a time. */
  readonly size: number | null;
  /** What a batch adds to: what the channel's messages have cost (null: it has no credit), how many were handed over in this turn, for how many seconds the provider asked to wait and how often in a row it accepted nothing, and when pages were notified last. */
  readonly counts: { spent: number | null; handed: number; wait: number; slowed: number; told: number };
}
