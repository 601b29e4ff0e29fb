/** An entry of `GET getTimeline`, as far as the screen reads it. */
export interface Entry {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly modifiedBy: { readonly name: string; readonly email: string | null };
  readonly tableAffected: string;
  readonly table_label?: string;
  readonly record_id: string;
  readonly property: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly oldData: Data;
  readonly newData: Data;
}
export type Data = Readonly<Record<string, unknown>>;

/** One day of one page. */
export interface DayGroup {
  /** 'YYYY-MM-DD' of the tenant's zone. */
  readonly created_at: string;
  /** Changes of the whole day under the filter. */
  readonly count: number;
  readonly entries: readonly Entry[];
  /** The page before ended with the same day: its date is not said again. */
  readonly hideDate?: boolean;
}
