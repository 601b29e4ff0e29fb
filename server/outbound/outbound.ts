/** The one way to an address that someone typed: webhooks, a tenant's website, a partner's lead push (TRUST-S16). */
export interface Outbound {
  /**
   * One request. Public addresses on ports 80 and 443 only, checked at the moment of connecting and at every redirect; the whole
   * exchange ends after `seconds`, the body after `mostBytes` once unpacked. Throws Refused with a sentence for a person.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * An address to connect to for what does not speak HTTP, mail servers: of a public host, or one the operator lets through.
   * Throws Refused.
   */
  publicAddress(host: string, port: number): Promise<string>;
}
export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Redirects that are followed; 0 unless said. */
  readonly redirects?: number;
  readonly seconds?: number;
  readonly mostBytes?: number;
  /** Content types that are read, by their beginning: ['text/html']. Others are refused unread. */
  readonly accept?: readonly string[];
}
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** Where the last redirect led. */
  readonly url: string;
}
/** Nothing was sent, or the answer was not accepted. The sentence can be shown; it never repeats the answer. */
export class Refused extends Error {
  constructor(
    readonly why: 'address' | 'time' | 'size' | 'type' | 'redirect' | 'connection',
    message: string,
    /** The HTTP status, where there was an answer that says no. */
    readonly status: number | null = null,
    /** The connection was made, so the request may have been carried out. */
    readonly wasSent = false,
  ) {
    super(message);
    this.name = 'Refused';
  }
}
