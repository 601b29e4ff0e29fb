import { useEffect, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { useResource } from '../../providers/screens/use-resource';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { CountTabs } from '../../ui/page/count-tabs';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { NoPermission } from '../../ui/page/states';
import { channelNames, channels } from './channels';
import { TemplateEditor } from './template-editor';
import { TemplateList } from './template-list';

/** /automation/templates?type=sms|email|whatsapp: the templates of a channel, and with `template` one of them. */
export function TemplatesPage(): ReactNode {
  const [address, setAddress] = useSearchParams();
  const [sms, email, whatsapp] = [
    useMayDo('sms-templates')('list'),
    useMayDo('campaign-templates')('list'),
    useMayDo('whatsapp-templates')('list'),
  ];
  const allowed = { sms, email, whatsapp };
  const open = channelNames.filter((name) => allowed[name]);
  const asked = address.get('type');
  const named = isOneOf(channelNames, asked ?? '') ? channelNames.find((name) => name === asked) : undefined;
  const type = named ?? open[0];
  const template = address.get('template');
  useEffect(() => {
    if (named === undefined && type !== undefined) setAddress({ type }, { replace: true });
  }, [named, type, setAddress]);
  const chunk = useResource(type && channels[type].resource);
  if (type === undefined || !allowed[type])
    return (
      <PageFrame title="Message templates">
        <NoPermission />
      </PageFrame>
    );
  if (!chunk) return pageLoader;
  const go = (next?: string): void => setAddress({ type, ...(next ? { template: next } : {}) });
  if (template)
    return (
      <TemplateEditor
        key={`${type} ${template}`}
        type={type}
        chunk={chunk}
        id={template === 'new' ? undefined : template}
        onClose={() => go()}
        onSaved={(id) => go(String(id))}
      />
    );
  return (
    <TemplateList
      key={type}
      type={type}
      resource={chunk.resource}
      crumb={<Link to="/automation">Workflows</Link>}
      bar={
        <CountTabs
          label="Channel"
          now={type}
          counts={false}
          tabs={open.map((name) => ({ name, text: channels[name].label }))}
          onChoose={(name) => setAddress({ type: name })}
        />
      }
      onOpen={go}
    />
  );
}
