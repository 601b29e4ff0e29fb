import type { ReactNode } from 'react';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceList } from '../../resources/list/resource-list';
import { DocsTabs } from './docs-frame';

/** The list of webhooks under the tabs of the developer pages; forms and records are those of the engine. */
export default function WebhooksPage(): ReactNode {
  const resource = useResource('webhooks')?.resource;
  return resource ? <ResourceList resource={resource} bar={<DocsTabs />} /> : null;
}
