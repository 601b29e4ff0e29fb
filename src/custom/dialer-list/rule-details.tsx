import { Modal, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { rowWords } from '../../kinds/condition-words';
import { useEntityName } from '../../providers/session/use-entity-name';
import { useConditions, type DialerRuleRow } from './use-dialer-rules';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** A rule, read-only. */
export function RuleDetails({ rule, onClose }: { rule: DialerRuleRow; onClose: () => void }): ReactNode {
  useFocusBack();
  return (
    <Modal open width={640} title={`Details of ${rule.name}`} footer={null} onCancel={onClose}>
      <Tabs items={[{ key: 'preview', label: 'Preview', children: <Preview rule={rule} /> }]} />
    </Modal>
  );
}

function Preview({ rule }: { rule: DialerRuleRow }): ReactNode {
  const { blocks, query } = useConditions(rule);
  const entity = useEntityName();
  if (query.isError)
    return <ErrorState what="The conditions could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  if (!blocks) return pageLoader;
  return (
    <div className="dl-preview">
      {blocks.map((block, b) => (
        <div key={b}>
          {b > 0 ? <p className="dl-join">{join(rule.globleCondtion)}</p> : null}
          <ul className="dl-block" aria-label={`Block ${b + 1}`}>
            {block.rules.map((row, r) => {
              const { column, operator, value } = rowWords(row, entity);
              return (
                <li key={r}>
                  {r > 0 ? <span className="dl-join">{join(block.condition)}</span> : null}
                  <span>{column}</span> <span className="p-quiet">{operator}</span> <b>{value}</b>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <dl>
        <dt>Lead List</dt>
        <dd>{rule.listNames?.length ? rule.listNames.join(', ') : '–'}</dd>
        <dt>Priority</dt>
        <dd>{rule.priority ?? 0}</dd>
      </dl>
    </div>
  );
}

const join = (joint: string | null | undefined): string => (joint === 'Or' ? 'OR' : 'AND');
