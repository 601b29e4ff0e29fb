export interface StandIn {
  mood: 'answers' | 'silent' | 'refuses' | 'remembers';
  onAsked: (to: string) => void | Promise<void>;
  refuses: (to: string) => boolean;
  readonly asked: Map<string, number>;
  readonly keys: string[];
  readonly port: number;
  readonly url: string;
  total(): number;
  close(): Promise<void>;
}
export function startProvider(options?: { port?: number; onAsked?: (to: string) => void | Promise<void> }): Promise<StandIn>;
