import type { ReactNode } from 'react';
import { onDemand } from '../../ui/dialogs/on-demand';
import type { FormContext } from './form-context';
import { FormBones } from './form-bones';
import type { Section } from './form-fields';

const SectionTabs = onDemand('section-tabs', () => import('../../ui/page/section-tabs'), <FormBones />);

/** The sections that have a tab, each under its own; `render` draws one. A tab with an error that is shown is marked. */
export function FormTabs(props: {
  sections: readonly Section[];
  context: FormContext;
  wrong: ReadonlySet<string>;
  render: (section: Section) => ReactNode;
}): ReactNode {
  const { sections, context, wrong, render } = props;
  const isWrong = (name: string): boolean => wrong.has(name) && (context.shown === 'all' || context.shown.has(name));
  const titles = [...new Set(sections.flatMap(({ tab }) => tab ?? []))];
  const tabs = titles.map((title) => {
    const own = sections.filter(({ tab }) => tab === title);
    return { title, content: own.map(render), wrong: own.some(({ fields }) => fields.some(isWrong)) };
  });
  return <SectionTabs tabs={tabs} open={context.tab} onOpen={context.openTab} keep />;
}
