import { Button, Input, Modal, Radio, Rate } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { closeFeedback, useFeedbackOpen } from '../../providers/screens/feedback-modal';
import { feedbackCategories, feedbackFeatures } from '../../schemas/kit/feedback-choices';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { toasts } from '../../ui/toasts/toasts';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import './feedback.css';
import { emptyFeedback, faultsOf, scales, sendFeedback, type FeedbackDraft } from './send-feedback';
import { ToggleChips } from './toggle-chips';

/** What the user thinks of the product (FEEDBACK family). Errors show once a field was left, or after Submit. */
export default function FeedbackModal(): ReactNode {
  const open = useFeedbackOpen();
  const id = useId();
  const [draft, setDraft] = useState(emptyFeedback);
  const [touched, setTouched] = useState<Partial<Record<keyof FeedbackDraft, boolean>>>({});
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const faults = faultsOf(draft);
  const change = (part: Partial<FeedbackDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const faultOf = (field: keyof typeof faults): string | undefined => (submitted || touched[field] ? faults[field] : undefined);

  const reset = (): void => {
    setDraft(emptyFeedback);
    setTouched({});
    setSubmitted(false);
  };
  const close = (): void => {
    reset();
    closeFeedback();
  };
  const send = useOneAtATime(async () => {
    setBusy(true);
    try {
      toasts.success((await sendFeedback(draft)) || 'Feedback submitted successfully');
      close();
    } catch {
      toasts.error('Something went wrong');
    }
    setBusy(false);
  });
  const submit = (): Promise<void> | undefined => {
    setSubmitted(true);
    const [wrong] = Object.keys(faults);
    // on a phone the first field is far above the button
    if (wrong) document.getElementById(`${id}-${wrong === 'comments' ? 'comments' : 'website'}`)?.focus();
    return wrong ? undefined : send();
  };

  return (
    <Modal
      title="Feedback"
      open={open}
      onCancel={close}
      afterOpenChange={focusFirstField(`${id}-form`)}
      width={720}
      centered
      footer={
        <div className="p-feedback-buttons">
          <Button type="text" onClick={reset}>
            Reset
          </Button>
          <span />
          <Button onClick={close}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={busy}>
            Submit
          </Button>
        </div>
      }
    >
      <form
        id={`${id}-form`}
        className="p-feedback"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field id={`${id}-comments`} label="Comments" required fault={faultOf('comments')}>
          <Input.TextArea
            id={`${id}-comments`}
            rows={3}
            maxLength={5000}
            value={draft.comments}
            status={faultOf('comments') ? 'error' : ''}
            aria-required
            aria-invalid={faultOf('comments') !== undefined}
            aria-describedby={`${id}-comments-fault`}
            onChange={({ target }) => change({ comments: target.value })}
            onBlur={() => setTouched((now) => ({ ...now, comments: true }))}
          />
        </Field>
        <fieldset className="p-feedback-ratings">
          <legend>How do we do?</legend>
          {scales.map(({ name, label }) => (
            <div key={name} role="group" aria-label={label}>
              <span>{label}</span>
              <Rate
                value={draft.ratings[name] ?? 0}
                onChange={(stars) => change({ ratings: { ...draft.ratings, [name]: stars || null } })}
              />
            </div>
          ))}
        </fieldset>
        <ToggleChips
          label="What is it about?"
          choices={feedbackCategories}
          chosen={draft.category}
          onChange={(category) => change({ category })}
        />
        <ToggleChips
          label="Which features?"
          choices={feedbackFeatures}
          chosen={draft.selectedFeatures}
          onChange={(selectedFeatures) => change({ selectedFeatures })}
        />
        <fieldset className="p-feedback-recommend">
          <legend>Would you recommend us?</legend>
          <Radio.Group
            value={draft.recommend}
            onChange={({ target }) => change({ recommend: target.value === 1 ? 1 : 2 })}
            options={[
              { value: 1, label: 'Yes' },
              { value: 2, label: 'No' },
            ]}
          />
        </fieldset>
        {draft.recommend === 1 ? (
          <Field id={`${id}-website`} label="Website URL" required fault={faultOf('recommendationsDetails')}>
            <Input
              id={`${id}-website`}
              type="url"
              maxLength={2048}
              placeholder="https://"
              value={draft.recommendationsDetails}
              status={faultOf('recommendationsDetails') ? 'error' : ''}
              aria-required
              aria-invalid={faultOf('recommendationsDetails') !== undefined}
              aria-describedby={`${id}-website-fault`}
              onChange={({ target }) => change({ recommendationsDetails: target.value })}
              onBlur={() => setTouched((now) => ({ ...now, recommendationsDetails: true }))}
            />
          </Field>
        ) : null}
      </form>
    </Modal>
  );
}

function Field(props: {
  id: string;
  label: string;
  required: boolean;
  fault: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="p-feedback-field">
      <label htmlFor={props.id}>
        {props.label} <span aria-hidden="true">*</span>
      </label>
      {props.children}
      {props.fault ? (
        <div id={`${props.id}-fault`} role="alert">
          {props.fault}
        </div>
      ) : null}
    </div>
  );
}
