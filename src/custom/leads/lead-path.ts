/** A lead's page. */
export const leadPath = (id: unknown): string => `/lp/${encodeURIComponent(String(id))}/conversion`;
