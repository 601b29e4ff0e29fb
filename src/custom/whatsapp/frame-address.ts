/** The tabs, by the `path` in the page's address. */
export const tabs = [
  { path: 'inbox', label: 'Live Chat' },
  { path: 'history', label: 'History' },
  { path: 'bic-history', label: 'BIC-History' },
] as const;
export type ChatTab = (typeof tabs)[number]['path'];

/** Without `path`, or with another value, the page opens Live Chat. */
export const tabOf = (path: string | null): ChatTab => tabs.find((tab) => tab.path === path)?.path ?? 'inbox';

export interface FrameParts {
  /** As configured: '/wa-client', or an external URL. */
  readonly base: string;
  readonly tab: ChatTab;
  readonly phone: string;
  readonly status: string;
  readonly token: string;
  readonly projectId: string;
}
/** Phone and status are only in the query, so they cannot change the destination. */
export function frameAddress({ base, tab, phone, status, token, projectId }: FrameParts): string {
  const query = new URLSearchParams({ source: 'external', phoneNumber: phone, conversationStatus: status, token, projectId });
  return `${base.replace(/\/+$/, '')}/${tab}?${query}`;
}
