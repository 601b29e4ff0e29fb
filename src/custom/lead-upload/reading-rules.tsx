import { Checkbox, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import type { DateFormat, UploadRules } from '../../schemas/kit/lead-uploads';
import { chosenOf } from '../../ui/fields/chosen-of';

const formats: readonly { value: DateFormat; label: string }[] = [
  { value: 'day_first', label: 'Day first: 31/12/2004' },
  { value: 'month_first', label: 'Month first: 12/31/2004' },
];

/** How the file's dates are read, whether automation starts for its rows, and what its people agreed to. */
export function ReadingRules({ rules, onRules }: { rules: UploadRules; onRules: (rules: UploadRules) => void }): ReactNode {
  const agreed = (text: string): void => {
    const { consent_text: _, ...rest } = rules;
    onRules(text.trim() ? { ...rest, consent_text: text } : rest);
  };
  return (
    <fieldset>
      <legend>Dates, automations and consent</legend>
      <Radio.Group
        aria-label="Dates in the file"
        className="up-radios"
        value={rules.date_format ?? 'day_first'}
        onChange={({ target }) => onRules({ ...rules, date_format: chosenOf(formats, target.value) ?? 'day_first' })}
        options={[...formats]}
      />
      <Checkbox
        checked={rules.automations !== false}
        onChange={({ target }) => onRules({ ...rules, automations: target.checked })}
      >
        Start automations for new leads
      </Checkbox>
      <p className="p-quiet">Rules, workflows and calling lists. Owners are assigned either way.</p>
      <label htmlFor="up-consent">Consent text</label>
      <Input.TextArea
        id="up-consent"
        rows={2}
        maxLength={500}
        placeholder="What these people agreed to, word for word"
        value={rules.consent_text ?? ''}
        onChange={({ target }) => agreed(target.value)}
      />
      <p className="p-quiet">Kept with every enquiry of this file.</p>
    </fieldset>
  );
}
