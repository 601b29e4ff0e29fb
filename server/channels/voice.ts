export interface VoiceFileState {
  readonly approval: 'pending' | 'approved' | 'rejected';
  /** Null until the provider has given it one. */
  readonly providerId: string | null;
  readonly rejectedReason?: string;
}
export interface VoiceBalance {
  readonly balance: number;
  readonly currency?: string;
}
export interface VoiceResult {
  readonly status: 'answered' | 'busy' | 'failed' | 'no_answer';
  readonly seconds: number;
  /** The key that was pressed, as its meaning. */
  readonly response?: string;
}
/** What a voice provider must offer; never inside a transaction. */
export interface Voice {
  fileState(file: { readonly id: string; readonly name: string; readonly providerId: string | null }): Promise<VoiceFileState>;
  balance(used: number): Promise<VoiceBalance>;
  /** The same key twice is one call and one result, of providers that remember keys. */
  dial(call: VoiceCallAsked): Promise<VoiceResult>;
  /** How the call of this key ended; undefined: the provider cannot say, which is not a no. */
  outcome(call: VoiceCallAsked): Promise<VoiceResult | undefined>;
}
export interface VoiceCallAsked {
  readonly key: string;
  readonly phone: string;
  readonly from: string;
  readonly fileId: string;
  readonly keys: readonly string[];
}
