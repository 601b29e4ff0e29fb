import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { usePermissionsResolved } from '../../providers/session/use-permissions-resolved';
import { pageLoader } from '../../ui/page/page-loader';
import { OwnAutomationsPage } from './own-automations';
import { TemplatesPage } from './templates-page';

/** The page that the address names. */
export default function AutomationPage(): ReactNode {
  const { pathname } = useLocation();
  if (!usePermissionsResolved(true)) return pageLoader;
  return pathname === '/automation/my-automations' ? <OwnAutomationsPage /> : <TemplatesPage />;
}
