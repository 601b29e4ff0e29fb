import { useEffect, useState } from 'react';
import { loadPermissions, permissionsResolved } from './permissions';

/** Checks every 100 ms whether the permission list has loaded. */
export function usePermissionsResolved(signedIn: boolean, atOnce = false): boolean {
  const [resolved, setResolved] = useState(permissionsResolved);
  useEffect(() => {
    if (resolved || !signedIn) return undefined;
    void loadPermissions();
    const timer = setInterval(() => permissionsResolved() && setResolved(true), 100);
    return () => clearInterval(timer);
  }, [resolved, signedIn]);
  return atOnce || resolved;
}
