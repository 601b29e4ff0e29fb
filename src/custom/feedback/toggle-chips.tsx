import type { ReactNode } from 'react';

/** Multiple choice from a short list, all visible; the chosen values keep the list's order. */
export function ToggleChips<T extends string>({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly T[];
  chosen: readonly string[];
  onChange: (chosen: readonly T[]) => void;
}): ReactNode {
  return (
    <fieldset className="p-toggle-chips">
      <legend>{label}</legend>
      <div>
        {choices.map((choice) => {
          const on = chosen.includes(choice);
          return (
            <button
              key={choice}
              type="button"
              className={on ? 'p-chip p-on' : 'p-chip'}
              aria-pressed={on}
              onClick={() => onChange(choices.filter((one) => (one === choice ? !on : chosen.includes(one))))}
            >
              {choice}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
