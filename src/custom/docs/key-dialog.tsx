import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { callBare } from '../../providers/calls/answers';
import { apiKeyCreate } from '../../schemas/calls/api-keys';
import { Problem } from '../../schemas/kit/problem';
import { messageOf } from '../../ui/page/states';
import { loadDocument } from './api-document';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

const named = ['lead_capture', 'lead_read', 'report_read'];

/** A new key: what for, what it may do, from where, until when. */
export function KeyDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: { name: string; secret: string }) => void;
}): ReactNode {
  useFocusBack();
  const { data } = useQuery({ queryKey: ['openapi'], queryFn: loadDocument, staleTime: 60_000 });
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [addresses, setAddresses] = useState<string[]>([]);
  const [ends, setEnds] = useState('');
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ path: string; message: string }>();
  const known = [...new Set([...named, ...(data?.operations ?? []).flatMap((one) => one['x-scope'] ?? [])])].sort();
  const save = async (): Promise<void> => {
    if (saving) return;
    if (!name.trim()) return setRefused({ path: 'name', message: 'Name is required' });
    if (!scopes.length) return setRefused({ path: 'scopes', message: 'Scopes is required' });
    setSaving(true);
    setRefused(undefined);
    try {
      const body = {
        name: name.trim(),
        scopes,
        ...(addresses.length ? { allowed_ips: addresses } : {}),
        ...(ends ? { expires_at: new Date(`${ends}T23:59:59`).toISOString() } : {}),
      };
      const made = await callBare(apiKeyCreate, body);
      onMade({ name: name.trim(), secret: made.key });
    } catch (error) {
      const [first] = error instanceof Problem ? error.errors : [];
      setRefused(first ?? { path: '', message: messageOf(error) });
      setSaving(false);
    }
  };
  const errorAt = (path: string): ReactNode =>
    refused &&
    (path === ''
      ? !['name', 'scopes', 'allowed_ips', 'expires_at'].includes(refused.path.split('.')[0]!)
      : refused.path.split('.')[0] === path) ? (
      <p className="dc-refused" role="alert">
        {refused.message}
      </p>
    ) : null;
  return (
    <Modal
      open
      width={520}
      title="New API key"
      okText="Make key"
      okButtonProps={{ loading: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        className="dc-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label htmlFor="dc-name">Name</label>
        <Input
          id="dc-name"
          autoFocus
          maxLength={80}
          value={name}
          placeholder="College website"
          onChange={(event) => setName(event.target.value)}
        />
        {errorAt('name')}
        <label htmlFor="dc-scopes">Scopes</label>
        <Select
          id="dc-scopes"
          mode="multiple"
          value={scopes}
          onChange={setScopes}
          placeholder="lead_capture, colleges:read …"
          options={known.map((value) => ({ value, label: value }))}
        />
        {errorAt('scopes')}
        <label htmlFor="dc-addresses">Allowed addresses</label>
        <Select
          id="dc-addresses"
          mode="tags"
          open={false}
          suffixIcon={null}
          value={addresses}
          onChange={setAddresses}
          placeholder="From anywhere, or 203.0.113.0/24"
          tokenSeparators={[',', ' ']}
        />
        {errorAt('allowed_ips')}
        <label htmlFor="dc-ends">Last day</label>
        <Input id="dc-ends" type="date" value={ends} onChange={(event) => setEnds(event.target.value)} />
        {errorAt('expires_at')}
        {errorAt('')}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
