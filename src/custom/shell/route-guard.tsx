import { useAbility } from '@casl/react';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { goTo } from '../../providers/screens/place';
import { signInPath } from '../../providers/session/return-url';
import { useSession } from '../../providers/session/session';
import { usePermissionsResolved } from '../../providers/session/use-permissions-resolved';
import { useWho } from '../../providers/session/who';
import type { Ability } from '../../providers/ability';
import { accessOf } from '../../providers/rights';
import { isRule, type Access, type Rule } from '../../schemas/kit/access';
import { isAdministrator } from '../../schemas/kit/roles';

/** The one guard of all routes: signed in, then role, then permission. Without a subject it checks the sign-in only. */
export function RouteGuard({ subject, children }: { subject?: string; children: ReactNode }): ReactNode {
  const { pathname, search } = useLocation();
  const ability = useAbility<Ability>();
  const access = subject === undefined ? 'signed-in' : accessOf(subject);
  const signedIn = useSession() !== null;
  const who = useWho();
  const ready = usePermissionsResolved(signedIn, !needsList(access));

  useEffect(() => {
    if (!signedIn) goTo(signInPath('/login', pathname + search), { replace: true });
  }, [signedIn, pathname, search]);

  if (!signedIn || !who) return null;
  if (refusesRole(access, who.role)) return <Navigate to="/" replace />;
  if (!ready) return <div className="p-loader" role="status" aria-label="Loading" />;
  return subject === undefined || ability.can('open', subject) ? children : <Navigate to="/access-denied" replace />;
}

/** A route without an access code does not use the permission list. */
const needsList = (access: Access): boolean => {
  const rule = routeRule(access);
  return typeof rule === 'object' && 'code' in rule;
};

/** A rule about roles or the administrator, or an exception for certain roles. */
function refusesRole(access: Access, role: number): boolean {
  const rule = routeRule(access);
  if (typeof access === 'object' && 'except' in access && access.except?.includes(role)) return true;
  if (rule === 'role 1') return !isAdministrator({ role });
  return typeof rule === 'object' && rule !== null && 'roles' in rule && rule.roles.includes(role) === (rule.refused ?? false);
}

function routeRule(access: Access): Rule | undefined {
  if (isRule(access)) return access;
  return access.route ?? access.rule ?? (access.code ? { code: access.code } : undefined);
}
