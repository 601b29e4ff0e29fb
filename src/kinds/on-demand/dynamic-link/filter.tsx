import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { linkOf } from '../../../schemas/kit/links';
import { titleOf } from '../../../schemas/kit/resource';
import { lowerFirst } from '../../../ui/marks/lower-first';
import { choicesOf } from '../../choice-text';
import type { FilterProps } from '../../kind-parts';
import { LinkedSelect } from './linked-select';
import { byAt } from './parts';
import './dynamic-link.css';

export const filter = (props: FilterProps): ReactNode => <LinkFilter {...props} />;

/** Several records of one of the resources. */
function LinkFilter({ at, values, onChange, title }: FilterProps): ReactNode {
  const link = linkOf(at.resource, at.name);
  const choices = link ? choicesOf(byAt(at, link)) : [];
  const [choice, choose] = useState<string | undefined>(choices.length === 1 ? String(choices[0]!.value) : undefined);
  if (!link) return null;
  const by = titleOf(at.resource, link.by);
  return (
    <span className="p-link-field">
      <Select
        aria-label={by}
        placeholder={by}
        value={choice ?? null}
        options={choices}
        onChange={(next) => choose(String(next))}
      />
      <LinkedSelect
        aria-label={title}
        target={choice === undefined ? undefined : link.of[choice]}
        first={lowerFirst(by)}
        value={values[0]}
        onChange={(next) => onChange(next === undefined ? [] : [String(next)])}
      />
    </span>
  );
}
