import sql from 'sql-template-tag';
import type { CallAbility, callControls } from '../../src/schemas/calls/dialer';
import { problem } from '../../src/schemas/kit/problem';
import type { Telephony } from '../channels/telephony';
import type { Context } from '../context/context';
import { hasLines, linesOf } from './call-lines';
import { lockCall, tellState, type CallRow } from './call-state';
import { transferCall, undoTransfer, type Transferred } from './transfer-call';

type Asker = Pick<Context, 'tx' | 'session' | 'services'>;
type Action = (typeof callControls)[number];
export interface ControlWish {
  readonly action: Action;
  readonly digits?: string | undefined;
  readonly userId?: string | undefined;
}
/** What the provider is asked, and what to go back to if it refuses. */
export interface Controlled {
  readonly before: CallRow;
  readonly wish: ControlWish;
  readonly transferred?: Transferred;
}
const needs: Readonly<Record<Action, CallAbility>> = {
  hold: 'hold',
  resume: 'hold',
  mute: 'mute',
  unmute: 'mute',
  keypad: 'keypad',
  transfer: 'transfer',
};

/** Checks everything and writes the call as it will be; only then is the provider asked. */
export async function beginControl(
  asker: Asker,
  callId: string,
  wish: ControlWish,
  port: Pick<Telephony, 'can' | 'join'>,
): Promise<Controlled> {
  const { tx, session } = asker;
  const { action } = wish;
  const call = await lockCall(tx, session.tenantId, callId);
  if (!call || call.user_id !== session.userId) throw problem(404, 'This call does not exist.');
  if (!port.can.includes(needs[action])) throw problem(409, 'The phone provider does not support this.');
  if (call.state !== 'answered' && call.state !== 'on_hold') throw problem(409, 'Nobody is on the line.');
  if (action === 'keypad' && !wish.digits) throw problem(422, 'Digits are required');
  if (action === 'transfer') return { before: call, wish, transferred: await transferCall(asker, call, wish.userId ?? '', port) };
  if (action !== 'keypad') await setLine(asker, call, action);
  return { before: call, wish };
}

/** An incoming call of the sandbox has no line at a provider. */
export async function askControl(port: Telephony, tenantId: string, { before, wish }: Controlled): Promise<void> {
  const { action, digits = '' } = wish;
  if (!hasLines(before)) return undefined;
  const lines = linesOf(before);
  if (action === 'keypad') return port.keys?.(digits, lines, { tenantId, callId: before.room ?? before.id });
  return action === 'transfer' ? port.leave?.(lines) : port.control?.(action, lines);
}

/** The provider refused: the call is as it was, unless it has ended since. */
export async function undoControl(asker: Asker, { before, transferred, wish }: Controlled): Promise<void> {
  if (transferred) return undoTransfer(asker, before, transferred);
  if (wish.action === 'keypad') return undefined;
  const { tx, session } = asker;
  const isMute = needs[wish.action] === 'mute';
  await tx.run(
    sql`update "calls" set ${isMute ? sql`"muted" = ${before.muted}` : sql`"state" = ${before.state}`} where "tenant_id" = ${session.tenantId}
        and "id" = ${before.id} and "state" in ('answered', 'on_hold')`,
    'call-control-refused',
  );
  return tellState(tx, before, before.state);
}

async function setLine({ tx, session }: Asker, call: CallRow, action: 'hold' | 'resume' | 'mute' | 'unmute'): Promise<void> {
  const state = action === 'hold' ? 'on_hold' : action === 'resume' ? 'answered' : call.state;
  const muted = action === 'mute' ? true : action === 'unmute' ? false : null;
  await tx.run(sql`
    update "calls" set "state" = ${state}, "muted" = coalesce(${muted}::boolean, "muted")
    where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`);
  tellState(tx, call, state);
}
