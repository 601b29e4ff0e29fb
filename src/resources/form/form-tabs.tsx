import type { ReactNode } from 'react';
import SectionTabs from '../section-tabs';
import type { FormContext } from './form-context';
import type { Section } from './form-fields';

/** The sections that have a tab, each under its own, between the others; `render` draws one. A tab with an error that is shown is marked. */
export default function FormTabs(props: {
  context: FormContext;
  wrong: ReadonlySet<string>;
  render: (section: Section) => ReactNode;
}): ReactNode {
  const { context, wrong, render } = props;
  const { sections, shown } = context;
  const isWrong = (name: string): boolean => wrong.has(name) && (shown === 'all' || shown.has(name));
  const titles = [...new Set(sections.flatMap(({ tab }) => tab ?? []))];
  const tabs = titles.map((title) => {
    const own = sections.filter(({ tab }) => tab === title);
    return { title, content: own.map(render), wrong: own.some(({ fields }) => fields.some(isWrong)) };
  });
  return (
    <>
      {sections.filter(({ tab, folded }) => !tab && !folded).map(render)}
      <SectionTabs tabs={tabs} open={context.tab} onOpen={context.openTab} keep />
      {sections.filter(({ tab, folded }) => !tab && folded).map(render)}
    </>
  );
}
