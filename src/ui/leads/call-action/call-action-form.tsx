import { Checkbox, Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useColleges } from '../../../providers/calls/lead-calls';
import { FieldFrame } from '../../forms/field-frame';
import { FollowUpTimeField } from '../follow-up-time';
import { AttachmentsField } from './attachments-field';
import { useFirstUsable } from './first-usable';
import type { CallActionState } from './use-call-action';
import { enrolled } from '../../../schemas/kit/stage-rules';
import { subStagesOf, type StageGroup } from './values';

const groups: { value: StageGroup; label: string }[] = [
  { value: 'leads', label: 'Lead' },
  { value: 'call', label: 'Call' },
  { value: 'application', label: 'Application' },
];

/** The fields of a call action, two columns where there is room. */
export function CallActionForm({
  state,
  formId,
  takesFocus,
}: {
  state: CallActionState;
  formId: string;
  takesFocus: boolean;
}): ReactNode {
  const { stage } = state;
  const { control } = state.form;
  useFirstUsable(state, takesFocus);
  return (
    <form
      id={formId}
      className="ca-form"
      aria-busy={(state.stageDisabled && !stage) || undefined} // an enrolled lead's own stage is set next
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        state.save();
      }}
    >
      <FieldFrame id="ca-group" label="Stage Tag">
        <Controller
          control={control}
          name="group"
          render={({ field }) => (
            <Segmented<StageGroup | ''>
              id="ca-group"
              aria-label="Stage Tag"
              block
              options={groups}
              // rc-segmented treats a value that is none of its options as nothing selected (D-068)
              value={field.value ?? ''}
              onChange={field.onChange}
            />
          )}
        />
      </FieldFrame>
      <CollegeField state={state} />
      <StageField state={state} />
      <SubStageField state={state} />
      {stage?.followup_required ? <FollowUpField state={state} isWide={stage.stage_name !== enrolled} /> : null}
      {stage?.stage_name === enrolled ? (
        <FieldFrame id="ca-files" label="Attachments" wide={!stage.followup_required}>
          <Controller
            control={control}
            name="files"
            render={({ field }) => <AttachmentsField id="ca-files" value={field.value} onChange={field.onChange} />}
          />
        </FieldFrame>
      ) : null}
      <FieldFrame id="ca-message" label="Comment" wide>
        <Controller
          control={control}
          name="message"
          render={({ field }) => (
            <Input.TextArea
              {...field}
              id="ca-message"
              className="p-grows"
              rows={2}
              maxLength={5000}
              placeholder="What was said, what comes next"
            />
          )}
        />
      </FieldFrame>
      <Checks state={state} />
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface FieldProps {
  readonly state: CallActionState;
}

/** The lead's own colleges first. */
function CollegeField({ state }: FieldProps): ReactNode {
  const { form, lead } = state;
  const { control } = form;
  const colleges = useColleges().data ?? [];
  const ownColleges = new Set([lead?.clg_id, ...(lead?.re_enquired_clgs ?? []).map((one) => one.clg_id)]);
  return (
    <FieldFrame id="ca-college" label={`Select ${state.entityName}`}>
      <Controller
        control={control}
        name="selectCollegeId"
        render={({ field }) => (
          <Select
            id="ca-college"
            aria-label={`Select ${state.entityName}`}
            placeholder={`Select ${state.entityName}`}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={[...colleges]
              .sort((a, b) => Number(ownColleges.has(b.clg_id)) - Number(ownColleges.has(a.clg_id)))
              .map((one) => ({ value: one.clg_id, label: one.clg_name }))}
            value={field.value}
            onChange={(value) => field.onChange(value ?? null)}
          />
        )}
      />
    </FieldFrame>
  );
}

function StageField({ state }: FieldProps): ReactNode {
  const { form, stages } = state;
  const {
    control,
    formState: { errors },
  } = form;
  return (
    <FieldFrame id="ca-stage" label="Stage" required error={errors.selectStage?.message}>
      <Controller
        control={control}
        name="selectStage"
        render={({ field }) => (
          <Select
            id="ca-stage"
            ref={field.ref}
            aria-label="Stage"
            aria-required
            aria-describedby="ca-stage-note"
            placeholder="Select stage"
            disabled={state.stageDisabled}
            showSearch={{ optionFilterProp: 'label' }}
            status={errors.selectStage ? 'error' : ''}
            options={stages.map((one) => ({ value: one.id, label: one.stage_name, color: one.color }))}
            optionRender={({ label, data }) => <StageChoice name={String(label)} color={data.color} />}
            labelRender={({ label, value }) => (
              <StageChoice name={String(label)} color={stages.find((one) => one.id === value)?.color} />
            )}
            value={field.value}
            onChange={(value) => state.changeStage(String(value))}
          />
        )}
      />
    </FieldFrame>
  );
}

function SubStageField({ state }: FieldProps): ReactNode {
  const { form, stage } = state;
  const {
    control,
    formState: { errors },
  } = form;
  const subStages = subStagesOf(stage);
  return (
    <FieldFrame id="ca-sub" label="Sub Stage" required={state.subStageRequired} error={errors.selectSubStage?.message}>
      <Controller
        control={control}
        name="selectSubStage"
        render={({ field }) => (
          <Select
            id="ca-sub"
            ref={field.ref}
            aria-label="Sub Stage"
            aria-required={state.subStageRequired || undefined}
            aria-describedby="ca-sub-note"
            placeholder={stage && !subStages.length ? 'None for this stage' : 'Select sub stage'}
            disabled={!stage || !subStages.length}
            allowClear={!state.subStageRequired}
            showSearch={{ optionFilterProp: 'label' }}
            status={errors.selectSubStage ? 'error' : ''}
            options={subStages.map((name) => ({ value: name, label: name }))}
            value={field.value}
            onChange={(value) => field.onChange(value ?? null)}
          />
        )}
      />
    </FieldFrame>
  );
}

function FollowUpField({ state, isWide }: FieldProps & { readonly isWide: boolean }): ReactNode {
  const {
    control,
    formState: { errors },
  } = state.form;
  return (
    <Controller
      control={control}
      name="call_date_time"
      render={({ field }) => (
        <FieldFrame id="ca-when" label="Followup Date" required wide={isWide} error={errors.call_date_time?.message}>
          <FollowUpTimeField
            id="ca-when"
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            invalid={errors.call_date_time !== undefined}
            describedBy="ca-when-note"
          />
        </FieldFrame>
      )}
    />
  );
}

function Checks({ state }: FieldProps): ReactNode {
  const { form, stage } = state;
  const { control } = form;
  return (
    <div className="p-form-field-wide ca-checks">
      <Controller
        control={control}
        name="allowAutomation"
        render={({ field }) => (
          <Checkbox
            checked={field.value}
            disabled={!state.automationOn}
            onChange={(event) => field.onChange(event.target.checked)}
          >
            Allow Automation Communication
          </Checkbox>
        )}
      />
      {stage?.is_allow_user_lock_stage ? (
        <Controller
          control={control}
          name="lockStage"
          render={({ field }) => (
            <Checkbox checked={field.value} onChange={(event) => field.onChange(event.target.checked)}>
              Lock this stage
            </Checkbox>
          )}
        />
      ) : null}
    </div>
  );
}

function StageChoice({ name, color }: { name: string; color: string | null | undefined }): ReactNode {
  return (
    <span className="ca-choice">
      <span className="ca-dot" style={color ? { background: color } : undefined} aria-hidden="true" />
      {name}
    </span>
  );
}
