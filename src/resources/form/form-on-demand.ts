import { createElement, useEffect, type ReactNode } from 'react';
import { loadForm, type ResourceChunk } from '../../providers/screens/resource-chunk';
import { useFormParts } from '../../providers/screens/use-resource';
import { onDemand } from '../../ui/dialogs/on-demand';
import type { ResourceFormProps } from './resource-form';

const Content = onDemand('resource-form', () => import('./resource-form'));

/** The form of any resource: its code and what checks it load at the same time, and it opens when both are there. */
export function ResourceForm(props: ResourceFormProps): ReactNode {
  const parts = useFormParts(props.chunk);
  useEffect(() => void Content.warm(), []);
  return parts ? createElement(Content, props) : null;
}

/** Loads both in advance. A failure is ignored: the form loads them again and shows it. */
export async function warmForm(chunk: ResourceChunk): Promise<void> {
  await Promise.allSettled([Content.warm(), loadForm(chunk)]);
}
