import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceForm } from '../../resources/form/form-on-demand';
import type { CounsellorRule, counsellorRules } from '../../schemas/automation/counsellor-rules';
import { counted } from '../../schemas/kit/counted';
import { allocationMethods } from '../../schemas/kit/rule-family';
import { Icon } from '../../ui/marks/icon';
import { Tag } from '../../ui/marks/tag';
import { EmptyState } from '../../ui/page/states';
import { Loaded } from './loaded';

const ruleList = listOf<typeof counsellorRules>('counsellor-rules');
const most = 500;

/** Who receives the college's leads: the allocation rules that name it, the first to be asked first. */
export function Allocation({ id, name }: { id: string; name: string }): ReactNode {
  const client = useQueryClient();
  const may = useMayDo('counsellor-rules');
  const query = useCall(ruleList, { _start: 0, _end: most, _sort: 'priority', _order: 'desc' }, { retry: false });
  const [adding, setAdding] = useState(false);
  const chunk = useResource(adding ? 'counsellor-rules' : undefined);
  const add = may('create') ? (
    <Button icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
      Add rule
    </Button>
  ) : null;
  return (
    <>
      <Loaded query={query} what="The rules">
        {(all) => {
          const rules = all.filter((rule) => namesCollege(rule, Number(id)));
          return rules.length === 0 ? (
            <EmptyState title={`No allocation rule names ${name}`} icon="users" next={add}>
              Its leads are assigned by the rules that apply to all leads.
            </EmptyState>
          ) : (
            <>
              <div className="cp-head">{add}</div>
              <RuleTable rules={rules} />
            </>
          );
        }}
      </Loaded>
      {adding && chunk ? (
        <ResourceForm
          chunk={chunk}
          as="drawer"
          given={newRule(Number(id), name)}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false);
            void client.invalidateQueries({ queryKey: callKey(ruleList) });
          }}
        />
      ) : null}
    </>
  );
}

function RuleTable({ rules }: { rules: readonly CounsellorRule[] }): ReactNode {
  return (
    <div className="cp-scroll" tabIndex={0} role="region" aria-label="Allocation rules">
      <table className="cp-table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Method</th>
            <th scope="col">Users</th>
            <th scope="col">Daily limit per user</th>
            <th scope="col">Priority</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule._id}>
              <th scope="row">
                <Link to={`/counsellor-allocation-logic/${encodeURIComponent(rule._id)}`}>{rule.name}</Link>
              </th>
              <td>{allocationMethods[rule.method ?? 'round_robin']}</td>
              <td>{[rule._labels?.['user_ids'] ?? counted(rule.user_ids.length, 'user')].flat().join(', ')}</td>
              <td className="p-num">{rule.daily_cap || 'No limit'}</td>
              <td className="p-num">{rule.priority ?? 0}</td>
              <td>
                <Tag tone={rule.status === 1 ? 'green' : 'grey'}>{rule.status === 1 ? 'Active' : 'Inactive'}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const namesCollege = ({ rule }: CounsellorRule, id: number): boolean =>
  rule.some(({ rules }) =>
    rules.some(
      ({ columnName, operator, value }) =>
        columnName === 'clg_id' && operator === 'in' && [value].flat().map(Number).includes(id),
    ),
  );

/** A rule that begins with this college as its condition. */
const newRule = (id: number, name: string) => ({
  name: `Leads of ${name}`.slice(0, 120),
  rule: [
    {
      condition: 'And',
      rules: [
        {
          columnName: 'clg_id',
          operator: 'in',
          value: [id],
          valueAry: [{ key: id, value: name }],
          displayName: name,
          type: 'multiselect',
        },
      ],
    },
  ],
});
