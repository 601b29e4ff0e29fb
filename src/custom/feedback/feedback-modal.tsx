import { Button, Input, Modal, Radio, Rate } from 'antd';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { closeFeedback, useFeedbackOpen } from '../../providers/screens/feedback-modal';
import { feedbackCategories, feedbackFeatures } from '../../schemas/kit/feedback-choices';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import './feedback.css';
import { emptyFeedback, scales, sendFeedback, type FeedbackDraft } from './send-feedback';
import { ToggleChips } from './toggle-chips';

/** The user's feedback on the product (FEEDBACK family). Errors show after a field loses focus, or after Submit. */
export default function FeedbackModal(): ReactNode {
  const open = useFeedbackOpen();
  const form = useScreenForm<FeedbackDraft>({
    mode: 'onTouched',
    values: emptyFeedback,
    save: async (draft) => {
      try {
        toasts.success((await sendFeedback(draft)) || 'Feedback submitted successfully');
      } catch (error) {
        toasts.error('Something went wrong');
        throw error; // a field that it names shows the reason
      }
      close();
    },
  });
  const reset = (): void => form.reset(emptyFeedback);
  const close = (): void => {
    reset();
    closeFeedback();
  };
  return (
    <Modal
      title="Feedback"
      open={open}
      onCancel={close}
      afterOpenChange={focusFirstField(form.formId)}
      width={720}
      centered
      footer={
        <div className="p-feedback-buttons">
          <Button type="text" onClick={reset}>
            Reset
          </Button>
          <span />
          <Button onClick={close}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={form.formId} loading={form.saving}>
            Submit
          </Button>
        </div>
      }
    >
      <FormFrame form={form} className="p-feedback">
        <FeedbackFields form={form} />
      </FormFrame>
    </Modal>
  );
}

function FeedbackFields({ form }: { form: ScreenForm<FeedbackDraft> }): ReactNode {
  const { control } = form;
  const recommend = useWatch({ control, name: 'recommend' });
  return (
    <>
      <FormField form={form} name="comments" label="Comments" required="Comments is required.">
        {(input) => <Input.TextArea {...input} rows={3} maxLength={5000} />}
      </FormField>
      <fieldset className="p-feedback-ratings">
        <legend>How do we do?</legend>
        {scales.map(({ name, label }) => (
          <div key={name} role="group" aria-label={label}>
            <span>{label}</span>
            <Controller
              control={control}
              name={`ratings.${name}`}
              render={({ field: { value, onChange } }) => (
                <Rate value={value ?? 0} onChange={(stars) => onChange(stars || null)} />
              )}
            />
          </div>
        ))}
      </fieldset>
      <Controller
        control={control}
        name="category"
        render={({ field: { value, onChange } }) => (
          <ToggleChips label="What is it about?" choices={feedbackCategories} chosen={value} onChange={onChange} />
        )}
      />
      <Controller
        control={control}
        name="selectedFeatures"
        render={({ field: { value, onChange } }) => (
          <ToggleChips label="Which features?" choices={feedbackFeatures} chosen={value} onChange={onChange} />
        )}
      />
      <fieldset className="p-feedback-recommend">
        <legend>Would you recommend us?</legend>
        <Controller
          control={control}
          name="recommend"
          render={({ field: { value, onChange } }) => (
            <Radio.Group value={value} onChange={({ target }) => onChange(target.value === 1 ? 1 : 2)} options={answers} />
          )}
        />
      </fieldset>
      {recommend === 1 ? (
        <FormField
          form={form}
          name="recommendationsDetails"
          label="Website URL"
          required="This field is required when you say “Yes.”"
        >
          {(input) => <Input {...input} type="url" maxLength={2048} placeholder="https://" />}
        </FormField>
      ) : null}
    </>
  );
}

const answers = [
  { value: 1, label: 'Yes' },
  { value: 2, label: 'No' },
];
