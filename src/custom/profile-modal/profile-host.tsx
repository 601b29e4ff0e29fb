import { useState, type ReactNode } from 'react';
import type { ShellPartProps } from '../../providers/screens/screens';
import { currentSession, isFreshSignIn } from '../../providers/session/session';
import { isAdministrator } from '../../schemas/kit/roles';
import { onDemand } from '../../ui/dialogs/on-demand';

const ProfileAfterSignIn = onDemand('profile-after-sign-in', () => import('./profile-after-sign-in'));

/**
 * Checks once after a verified sign-in whether the tenant's profile is complete, for role 1 only; a reload does not repeat it.
 * Does nothing if the profile's page does not exist.
 */
export default function ProfileHost({ routes }: Pick<ShellPartProps, 'routes'>): ReactNode {
  const [asks] = useState(() => routes.has('/tenant-profile') && isFreshSignIn() && isAdministrator(currentSession()?.user));
  return asks ? <ProfileAfterSignIn /> : null;
}
