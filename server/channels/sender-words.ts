import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { providerById, providerOf, type Provider } from './providers';
import type { LedgerChannel } from './sender';

/** Who takes a channel's messages now: the tenant's provider, else the operator's mail server, else the simulator. */
interface Taker {
  readonly provider: Provider | undefined;
  readonly simulated: boolean;
}
export async function takerOf(tx: Tx, services: Services, tenantId: string, channel: LedgerChannel): Promise<Taker> {
  const provider = await providerOf(tx, services, tenantId, channel);
  const isOperator = channel === 'email' && services.config.mail !== undefined;
  return { provider, simulated: !provider && !isOperator };
}

type Named = { readonly provider: Pick<Provider, 'id' | 'name'> | undefined; readonly simulation: object | undefined };

/** What a run keeps of who takes its messages (campaign_runs.sender). */
export const senderKey = ({ provider, simulation }: Named): string => provider?.id ?? (simulation ? 'simulator' : 'operator');

const simulator = 'the simulator, which reaches no one';
const ownMail = "the server's own mail";
/** The same within a sentence. */
export const senderWords = ({ provider, simulation }: Named): string => provider?.name ?? (simulation ? simulator : ownMail);

/** Who took a run's messages, by what it kept; null where that provider is gone. Without a run, who would take them now. */
export async function takerWords(
  tx: Tx,
  services: Services,
  tenantId: string,
  { channel, kept }: { readonly channel: LedgerChannel; readonly kept: string | null },
): Promise<string | null> {
  if (kept === 'simulator') return capitalised(simulator);
  if (kept === 'operator') return capitalised(ownMail);
  if (kept !== null) return (await providerById(tx, services, tenantId, kept))?.provider.name ?? null;
  const { provider, simulated } = await takerOf(tx, services, tenantId, channel);
  return provider?.name ?? capitalised(simulated ? simulator : ownMail);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
