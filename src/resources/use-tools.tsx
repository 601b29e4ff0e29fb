import { useInvalidate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { call } from '../providers/calls/call';
import { useAnswer } from '../providers/calls/use-call';
import { useMayDo } from '../providers/rights';
import { isRecord } from '../schemas/kit/is-record';
import type { AnyResource } from '../schemas/kit/resource';
import type { MenuChoice } from '../ui/actions/menu-button';
import { Time } from '../ui/time/time';
import { toasts } from '../ui/toasts/toasts';

/** A balance, as the providers' calls answer it. */
interface Figure {
  readonly balance: number;
  readonly currency?: string;
  readonly as_of?: string;
}

/** Without a figure nothing is asked. */
const none = { wire: '', as: 'read' } as const;
const figureIn = ({ data }: { readonly data: unknown }): Figure | null =>
  isRecord(data) && typeof data['balance'] === 'number'
    ? {
        balance: data['balance'],
        ...(typeof data['currency'] === 'string' ? { currency: data['currency'] } : {}),
        ...(typeof data['as_of'] === 'string' ? { as_of: data['as_of'] } : {}),
      }
    : null;

/** The resource's tools for its list or a record: calls as menu items, and the figure next to the title. */
export function useTools(
  resource: AnyResource,
  on: 'list' | 'record',
  id?: string | number,
): { readonly choices: readonly MenuChoice[]; readonly figure: ReactNode } {
  const may = useMayDo(resource);
  const invalidate = useInvalidate();
  const mine = (resource.tools ?? []).filter((tool) => tool.on === on && may(tool.as));
  const figure = mine.find(({ as }) => as === 'read');
  const query = useAnswer(figure ?? none, {}, figureIn, { enabled: figure !== undefined, staleTime: 60_000, retry: false });
  return {
    choices: mine
      .filter(({ as }) => as !== 'read')
      .map((tool) => ({
        label: tool.label,
        choose: () =>
          void call(tool, id === undefined ? {} : { id }).then(
            ({ message }) => {
              toasts.success(message ?? 'Done');
              const about = id === undefined ? {} : { id };
              void invalidate({ resource: resource.name, ...about, invalidates: ['list', 'many', 'detail'] });
            },
            (error: unknown) => toasts.error(error),
          ),
      })),
    figure: !figure ? null : query.isError ? (
      `${figure.label} could not be loaded`
    ) : query.data ? (
      <>
        {figure.label} {query.data.balance.toLocaleString('en-IN')} {query.data.currency ?? ''} · <Time at={query.data.as_of} />
      </>
    ) : null,
  };
}
