import { Button, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { ReadingRules } from './reading-rules';
import { MatchRules } from './match-rules';
import { namesOwners, type Mapping } from './mapping';
import type { UploadRules } from '../../schemas/kit/lead-uploads';
import { chosenOf } from '../../ui/fields/chosen-of';

const owners = [
  { value: 'rule', label: 'By assignment rules' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'me', label: 'Me' },
  { value: 'round_robin', label: 'Round robin' },
  { value: 'column', label: 'From the owner column' },
] as const;

/** Step 3: what happens to existing leads, who owns new ones, and the defaults for every row. */
export function RulesStep({
  rules,
  mapping,
  labels,
  entityName,
  busy,
  problem,
  onRules,
  onBack,
  onNext,
}: {
  rules: UploadRules;
  mapping: Mapping;
  /** Titles of the fields that columns are mapped to. */
  labels: ReadonlyMap<string, string>;
  entityName: string;
  busy: boolean;
  problem: string | undefined;
  onRules: (rules: UploadRules) => void;
  onBack: () => void;
  onNext: () => void;
}): ReactNode {
  const ownerColumn = namesOwners(mapping);
  const incomplete = incompleteText(rules);
  return (
    <>
      <div className="up-rules">
        <MatchRules rules={rules} mapping={mapping} labels={labels} onRules={onRules} />
        <fieldset>
          <legend>Owner of new leads</legend>
          <Radio.Group
            className="up-radios"
            value={rules.owner}
            onChange={({ target }) => onRules({ ...rules, owner: chosenOf(owners, target.value) ?? rules.owner })}
            options={owners.map((one) => ({ ...one, disabled: one.value === 'column' && !ownerColumn }))}
          />
          {rules.owner === 'round_robin' ? (
            <ColleaguesSelect
              aria-label="Users for round robin"
              value={rules.owner_ids ?? []}
              placeholder="Choose users"
              onChange={(owner_ids) => onRules({ ...rules, owner_ids })}
            />
          ) : null}
        </fieldset>
        <Defaults rules={rules} entityName={entityName} onRules={onRules} />
        <ReadingRules rules={rules} onRules={onRules} />
      </div>
      <div className="up-foot">
        <span className={problem || incomplete ? 'up-wrong' : 'p-quiet'} role={problem ? 'alert' : undefined}>
          {problem ?? incomplete ?? 'Next: a preview. Nothing is saved yet.'}
        </span>
        <Button onClick={onBack}>Back</Button>
        <Button type="primary" loading={busy} disabled={incomplete !== undefined} onClick={onNext}>
          Dry run
        </Button>
      </div>
    </>
  );
}

function incompleteText(rules: UploadRules): string | undefined {
  if (rules.owner === 'round_robin' && !rules.owner_ids?.length) return 'Choose the users for round robin.';
  if (rules.on_match === 'overwrite' && !rules.overwrite?.length) return 'Choose the fields to overwrite.';
  return undefined;
}

function Defaults({
  rules,
  entityName,
  onRules,
}: {
  rules: UploadRules;
  entityName: string;
  onRules: (rules: UploadRules) => void;
}): ReactNode {
  return (
    <fieldset>
      <legend>Defaults for every row</legend>
      <div className="up-constants">
        <div>
          <label htmlFor="up-source">Default source</label>
          <ReferenceSelect
            id="up-source"
            resource="lead-sources"
            value={rules.source}
            placeholder="None"
            onChange={(value) => onRules(without(rules, 'source', value))}
          />
        </div>
        <div>
          <label htmlFor="up-college">Default {entityName}</label>
          <ReferenceSelect
            id="up-college"
            resource="colleges"
            value={rules.clg_id}
            placeholder="None"
            onChange={(value) => onRules(without(rules, 'clg_id', value))}
          />
        </div>
        <div>
          <label htmlFor="up-tags">Tags</label>
          <Select
            id="up-tags"
            mode="tags"
            open={false}
            suffixIcon={null}
            className="up-target"
            placeholder="Type and press Enter"
            value={[...(rules.tags ?? [])]}
            onChange={(tags: string[]) =>
              onRules({
                ...rules,
                tags: tags
                  .map((tag) => tag.trim().slice(0, 40))
                  .filter(Boolean)
                  .slice(0, 20),
              })
            }
          />
        </div>
      </div>
    </fieldset>
  );
}

function without(rules: UploadRules, name: 'source' | 'clg_id', value: unknown): UploadRules {
  const { [name]: _, ...rest } = rules;
  return value === undefined ? rest : { ...rest, [name]: value };
}
