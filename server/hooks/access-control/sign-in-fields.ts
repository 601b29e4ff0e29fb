import type { User, users } from '../../../src/schemas/access-control/users';
import { mayDo } from '../../../src/schemas/kit/access';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { refuseWiderReach } from '../../catalogue/reach';
import type { Context } from '../../context/context';
import { requireSecondFactor } from '../../identity/second-factor';
import { beyondOwn, refuseFewerRules } from './rights';

const fields = ['email', 'password'] as const;

/**
 * Setting an account's email and password means controlling the account. So changing a colleague's needs its own right, held by
 * someone with at least the colleague's reach and rights, and a code entered just now; both addresses are notified (TRUST-S33).
 * An account that nobody could ever sign in to is set up without the code. The own password has its page; here it takes the code.
 */
export async function guardSignIn(patch: Draft<typeof users>, before: User, context: Context): Promise<void> {
  const field = fields.find((name) => name in patch);
  if (!field) return;
  const { session } = context;
  if (before.id !== session.userId) {
    if (!mayDo(session, { code: 'User_Sign_In' }, 'update')) throw problem(403, noRight, [{ path: field, message: noRight }]);
    if (beyondOwn(before.permissions, context)) throw problem(403, notAllowed);
    await refuseFewerRules(before.role, field, context);
    await refuseWiderReach(before.id, field, context);
  }
  const isNew = !before.password && !before.last_login_at;
  if (isNew) return;
  await requireSecondFactor(context, field);
  await tell(patch, before, context);
}

const noRight = 'You cannot change the email or password of a colleague. Ask an administrator.';

async function tell(patch: Draft<typeof users>, before: User, { tx, services, session }: Context): Promise<void> {
  const changed = fields.filter((name) => name in patch);
  const addresses = [before.email, patch.email ?? before.email];
  for (const to of new Set(addresses))
    await services.channels.send(tx, session.tenantId, {
      channel: 'email',
      to,
      forSignIn: true,
      subject: `Your ${changed.join(' and ')} changed`,
      body: `${session.name} changed the ${changed.join(' and ')} that ${before.name} signs in with.${
        'email' in patch ? ` The email is now ${patch.email} (before: ${before.email}).` : ''
      } If you did not expect this, tell your administrator right away.`,
    });
}
