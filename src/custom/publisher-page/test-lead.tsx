import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useInvalidate } from '@refinedev/core';
import { callRow } from '../../providers/calls/call';
import { publisherTestLead, type TestDelivery } from '../../schemas/calls/publishers';
import { deliveryLabels } from '../../schemas/kit/deliveries';
import { humanize } from '../../schemas/kit/resource';
import type { Publisher } from '../../schemas/leads/publishers';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { Tag } from '../../ui/marks/tag';

/** What would become of these values: mapping, allowed values, limits and duplicate window are asked; nothing is stored. */
export function TestLead({ id, publisher }: { id: string; publisher: Publisher }): ReactNode {
  const invalidate = useInvalidate();
  const [result, setResult] = useState<TestDelivery>();
  const mapped = new Map((publisher.field_map ?? []).map((one) => [one.field, one.name]));
  const fields = [...usual, ...(publisher.allowed_values ?? []).map((one) => one.field)];
  const names = [...new Set(fields)].map((field) => mapped.get(field) ?? field);
  const empty: Record<string, string> = Object.fromEntries(names.map((name) => [name, '']));
  const form = useScreenForm({
    id: 'test-lead',
    values: { sent: empty },
    save: async ({ sent }) => {
      const values = Object.fromEntries(Object.entries(sent).filter(([, value]) => value.trim()));
      setResult(await callRow(publisherTestLead, { id, values }));
      void invalidate({ resource: 'publisher-leads', invalidates: ['list'] });
    },
  });
  return (
    <div className="pp-section">
      <p className="p-quiet">
        Enter values under the names of the publisher’s system. The test goes the way of a delivered lead and stores nothing but a
        line in the log.
      </p>
      <FormFrame form={form} className="p-form-fields">
        {names.map((name) => (
          <FormField key={name} form={form} name={`sent.${name}`} label={name}>
            {(input) => <Input {...input} maxLength={250} autoComplete="off" />}
          </FormField>
        ))}
        <div>
          <Button type="primary" htmlType="submit" loading={form.saving}>
            Send test lead
          </Button>
        </div>
      </FormFrame>
      {result ? <Result {...result} /> : null}
    </div>
  );
}
const usual = ['name', 'phone', 'email', 'city'] as const;

function Result({ state, reason, lead }: TestDelivery): ReactNode {
  return (
    <section className="pp-result" aria-label="Result of the test" role="status">
      <Tag tone={state === 'accepted' ? 'green' : 'red'}>
        {state === 'accepted' ? 'Would be accepted' : `Would not be accepted: ${deliveryLabels[state].toLowerCase()}`}
      </Tag>
      {reason ? <p>{reason}</p> : null}
      <dl>
        {lead.map(({ field, value }) => (
          <div key={field} className="pp-fact">
            <dt>{humanize(field)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
