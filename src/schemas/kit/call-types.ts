/** The tabs of a call history; all of them unless one is asked for. */
export const historyTypes = ['all', 'outbound', 'inbound', 'missed'] as const;
export type HistoryType = (typeof historyTypes)[number];
export const historyTypeLabels: Readonly<Record<HistoryType, string>> = {
  all: 'All',
  outbound: 'Outbound',
  inbound: 'Inbound',
  missed: 'Missed',
};
/** Connected calls below this many seconds are marked as short. */
export const shortTalk = 10;
/** More dials of one number than this on one day are marked. */
export const manyDials = 5;
/** A stage saved so many minutes after a call is its disposition, where none names the call. */
export const dispositionMinutes = 10;
