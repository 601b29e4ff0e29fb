/** The tabs by the `path` of the page's address. */
export const tabs = [
  { path: 'inbox', label: 'Live Chat' },
  { path: 'history', label: 'History' },
  { path: 'bic-history', label: 'BIC-History' },
] as const;
export type ChatTab = (typeof tabs)[number]['path'];

/** Without `path`, or with another value, the screen starts on Live Chat. */
export const tabOf = (path: string | null): ChatTab => tabs.find((tab) => tab.path === path)?.path ?? 'inbox';

export interface FrameParts {
  /** As configured: '/wa-client', or an address of its own. */
  readonly base: string;
  readonly tab: ChatTab;
  readonly phone: string;
  readonly status: string;
  readonly token: string;
  readonly projectId: string;
}
/** Nothing of phone or status can lead elsewhere than to the configured base: they stand in the query alone. */
export function frameAddress({ base, tab, phone, status, token, projectId }: FrameParts): string {
  const query = new URLSearchParams({ source: 'external', phoneNumber: phone, conversationStatus: status, token, projectId });
  return `${base.replace(/\/+$/, '')}/${tab}?${query}`;
}
