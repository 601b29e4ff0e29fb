import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormFrame } from '../../ui/forms/form-frame';
import type { RuleForm } from './use-rule-form';

/** One section: what it is about, its fields, and its own button. */
export function RuleSection({
  id,
  title,
  about,
  rule: { form, stale, showSaved },
  onReload,
  children,
}: {
  id: string;
  title: string;
  about: string;
  rule: {
    readonly form: Pick<RuleForm<FieldValues>['form'], 'formId' | 'refused' | 'send' | 'saving'>;
  } & Pick<RuleForm<FieldValues>, 'stale' | 'showSaved'>;
  /** Reads what someone else has saved. */
  onReload: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="tr-section" id={id} aria-label={title}>
      <h2>{title}</h2>
      <p className="p-quiet">{about}</p>
      <FormFrame form={form} className="p-form-fields">
        {children}
        <div className="tr-save">
          <Button type="primary" htmlType="submit" loading={form.saving}>
            Save
          </Button>
          {stale ? (
            <Button
              onClick={() => {
                showSaved();
                onReload();
              }}
            >
              Show the saved values
            </Button>
          ) : null}
        </div>
      </FormFrame>
    </section>
  );
}
