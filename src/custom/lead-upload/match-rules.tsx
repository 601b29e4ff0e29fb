import { Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import type { UploadRules } from '../../schemas/kit/lead-uploads';
import { chosenOf } from '../../ui/fields/chosen-of';
import { matchChoices, overwriteChoices, type Mapping } from './mapping';

const matches = [
  { value: 're_enquiry', label: 'Record a re-enquiry' },
  { value: 'fill_empty', label: 'Fill empty fields only' },
  { value: 'overwrite', label: 'Overwrite chosen fields' },
  { value: 'skip', label: 'Skip the row' },
] as const;

/** How a row finds an existing lead, and what happens then. */
export function MatchRules({
  rules,
  mapping,
  labels,
  onRules,
}: {
  rules: UploadRules;
  mapping: Mapping;
  labels: ReadonlyMap<string, string>;
  onRules: (rules: UploadRules) => void;
}): ReactNode {
  const label = (target: string): string =>
    target === 'rule' ? "Your organisation's duplicate rule" : `${labels.get(target) ?? target} only`;
  const choices = matchChoices(mapping);
  return (
    <fieldset>
      <legend>If the lead already exists</legend>
      <p className="p-quiet">
        {(rules.match ?? 'rule') === 'rule'
          ? 'Rows are matched by phone, then email, against existing leads and earlier rows.'
          : 'A row that no lead matches is checked by the duplicate rule, so that nobody is entered twice.'}
      </p>
      {choices.length > 1 ? (
        <div className="up-match">
          <label htmlFor="up-match">Match rows by</label>
          <Select
            id="up-match"
            className="up-target"
            value={rules.match ?? 'rule'}
            options={choices.map((value) => ({ value, label: label(value) }))}
            onChange={(match: string) => onRules({ ...rules, match })}
          />
        </div>
      ) : null}
      <Radio.Group
        className="up-radios"
        value={rules.on_match}
        onChange={({ target }) => onRules({ ...rules, on_match: chosenOf(matches, target.value) ?? rules.on_match })}
        options={[...matches]}
      />
      {rules.on_match === 'overwrite' ? (
        <Select
          mode="multiple"
          aria-label="Fields to overwrite"
          className="up-target up-overwrite"
          placeholder="Choose fields"
          showSearch={{ optionFilterProp: 'label' }}
          value={[...(rules.overwrite ?? [])]}
          options={overwriteChoices(mapping).map((value) => ({ value, label: labels.get(value) ?? value }))}
          onChange={(overwrite: string[]) => onRules({ ...rules, overwrite })}
        />
      ) : null}
    </fieldset>
  );
}
