import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { titleOf } from '../../../schemas/kit/resource';
import { linkOf } from '../../../schemas/kit/links';
import { lowerFirst } from '../../../ui/marks/lower-first';
import { choicesOf } from '../../choice-text';
import { inputProps } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { byAt, showsBoth } from './parts';
import { LinkedSelect } from './linked-select';
import './dynamic-link.css';

/** The record, after what it is: chosen here, unless a field of its own asks for that. */
export function widget(props: WidgetProps): ReactNode {
  const { at, record, onChange, onChangeWith, disabled = false } = props;
  const [chosen, choose] = useState<string>();
  const link = linkOf(at.resource, at.name);
  if (!link) return null;
  const own = record[link.by];
  const choice = chosen ?? (typeof own === 'string' ? own : undefined);
  const asks = showsBoth(at, link) || props.alone;
  const title = titleOf(at.resource, link.by);
  const pick = (next: string | undefined): void => {
    choose(next);
    if (onChangeWith) onChangeWith(undefined, { [link.by]: next });
    else onChange(undefined);
  };
  const put = (value: unknown, texts?: readonly string[]): void => {
    if (onChangeWith && choice !== own) onChangeWith(value, { [link.by]: choice });
    else onChange(value, texts);
  };
  return (
    <span className="p-link-field">
      {asks ? (
        <Select
          aria-label={title}
          placeholder={title}
          disabled={disabled}
          value={choice ?? null}
          options={choicesOf(byAt(at, link))}
          allowClear={!props.required}
          onChange={(next: string | null) => pick(next ?? undefined)}
        />
      ) : null}
      <LinkedSelect
        {...inputProps(props)}
        target={choice === undefined ? undefined : link.of[choice]}
        first={lowerFirst(title)}
        value={props.value}
        label={choice === own ? props.label : undefined}
        onChange={put}
        onCreate={props.onCreate}
      />
    </span>
  );
}
