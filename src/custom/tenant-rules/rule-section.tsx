import { Button } from 'antd';
import type { ReactNode } from 'react';
import { FormFrame } from '../../ui/forms/form-frame';
import type { ScreenForm } from '../../ui/forms/use-screen-form';
import type { FieldValues } from 'react-hook-form';

/** One section: what it is about, its fields, and its own button. */
export function RuleSection({
  id,
  title,
  about,
  form,
  stale,
  onReload,
  children,
}: {
  id: string;
  title: string;
  about: string;
  form: Pick<ScreenForm<FieldValues>, 'formId' | 'refused' | 'send' | 'saving'>;
  /** Someone else saved first: the saved values can be looked at. */
  stale: boolean;
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
          {stale ? <Button onClick={onReload}>Show the saved values</Button> : null}
        </div>
      </FormFrame>
    </section>
  );
}
