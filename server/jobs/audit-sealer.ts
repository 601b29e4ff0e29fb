import type { Services } from '../context/services';
import { sealAudit, type Horizon } from '../store/audit/seal-audit';
import type { Committed } from '../store/store';

export interface Sealer {
  /** Ends after the seals of what is written up to now; call it when nothing writes any more. */
  stop(): Promise<void>;
}
const everyMs = 1000;
/** Rows left unsealed by a dead process in a tenant without new activity. */
const sweepMs = 300_000;
/** Links per tenant before the next one's turn. */
const linksAtOnce = 20;

/** Seals new audit rows within about a second of their commit, while the process runs. */
export function startAuditSealer({ store, secrets, log }: Pick<Services, 'store' | 'secrets' | 'log'>): Sealer {
  const waiting = new Map<string, Horizon | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  const soon = (tenantId: string, horizon?: Horizon): void => {
    if (!waiting.has(tenantId) || horizon) waiting.set(tenantId, horizon);
    if (!stopped && !timer && !round) timer = setTimeout(turn, everyMs).unref();
  };
  const turn = (): void => {
    timer = undefined;
    round = sealWaiting().finally(() => {
      round = undefined;
      if (waiting.size > 0 && !stopped) timer = setTimeout(turn, everyMs).unref();
    });
  };
  const allTenants = async (): Promise<void> => {
    const tenants = await store.lookUp<{ tenant_id: string }>('tenant_ids', []);
    for (const { tenant_id: tenantId } of tenants) soon(tenantId);
  };
  const look = (): void =>
    void allTenants().catch((error: unknown) => log.warn({ err: error }, 'unsealed audit rows could not be looked up'));
  const sweep = setInterval(look, sweepMs).unref();
  look();
  store.onCommit((committed) => {
    if (changedSomething(committed)) soon(committed.tenantId);
  });
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(sweep);
      await round;
      // What was written up to now, so that a stopped server leaves no tail.
      await sealWaiting();
    },
  };

  async function sealWaiting(): Promise<void> {
    const tenants = [...waiting];
    waiting.clear();
    for (const [tenantId, horizon] of tenants) {
      try {
        await sealTenant(tenantId, horizon);
      } catch (error) {
        log.error({ err: error, tenant: tenantId }, 'audit rows could not be sealed');
        soon(tenantId, horizon);
        if (stopped) return;
      }
    }
  }
  async function sealTenant(tenantId: string, known: Horizon | undefined): Promise<void> {
    let horizon = known;
    for (let link = 0; link < linksAtOnce; link++) {
      const done = await sealAudit(store, secrets, tenantId, horizon);
      if (!done.more) return;
      horizon = done.horizon;
      if (done.sealed === 0) break;
    }
    soon(tenantId, horizon);
  }
}

/** Sealing writes these two itself. */
const ours: ReadonlySet<string> = new Set(['audit_seals', 'counters']);
const changedSomething = ({ rows, whole }: Committed): boolean => rows.length > 0 || [...whole].some((table) => !ours.has(table));
