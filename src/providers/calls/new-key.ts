/** A unique key for a write that must not be done twice (D-052); pages without https have no randomUUID. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
