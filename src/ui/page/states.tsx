import type { ReactNode } from 'react';
import '../theme/ui.css';
import { Icon, type IconName } from '../marks/icon';
import { useWho } from '../../providers/session/who';
import { isFeatureOff, type Access } from '../../schemas/kit/access';
import { recordIn } from '../../schemas/kit/is-record';
import { featureOff } from '../../schemas/kit/problem';

/** Why there is nothing, and the next step. */
export function EmptyState({
  title,
  children,
  next,
  icon = 'file',
}: {
  title: string;
  children?: ReactNode;
  next?: ReactNode;
  icon?: IconName;
}): ReactNode {
  return (
    <div className="p-state">
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {next ? <div className="p-state-next">{next}</div> : null}
    </div>
  );
}

/** What happened, what is safe, and Retry, or another way on where the same would fail again. */
export function ErrorState(props: {
  what: string;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  next?: ReactNode;
}): ReactNode {
  const { what, error, onRetry, next } = props;
  if (statusOf(error) === 403) return <NoPermission />;
  return (
    <div className="p-state" role="alert">
      <Icon name="warning" size={32} />
      <h2>{what}</h2>
      <p>{messageOf(error)} Nothing was changed.</p>
      {onRetry || next ? (
        <div className="p-state-next">
          {next}
          {onRetry ? (
            <button type="button" className="p-chip" onClick={onRetry}>
              <Icon name="refresh" size={14} /> Retry
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** D-014: instead of the data. Where the organisation switched the feature off (D-019), no right would help. */
export function NoPermission({ module, to }: { module?: string; to?: { readonly access: Access } }): ReactNode {
  const who = useWho();
  if (who && to && isFeatureOff(who, to.access))
    return (
      <EmptyState title={featureOff} icon="lock">
        An administrator can switch it on again: Configuration, Organisation rules.
      </EmptyState>
    );
  return (
    <EmptyState title="You do not have permission to view this data." icon="lock">
      {module ? `It needs the right '${module}'. ` : ''}Ask your administrator for access.
    </EmptyState>
  );
}

/** A readable message for anything that was thrown. */
export function messageOf(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  if (!text || /failed to fetch|networkerror|load failed/i.test(text)) return 'The server could not be reached.';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
export function statusOf(error: unknown): number | undefined {
  const { statusCode, code, status } = recordIn(error);
  const number = Number(statusCode ?? code ?? status);
  return Number.isInteger(number) ? number : undefined;
}
