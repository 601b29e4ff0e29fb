import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { CopyButton } from '../actions/copy-button';
import { CodeBlock } from '../marks/code-block';
import { useFocusBack } from './use-focus-back';

/** The key, shown only once. Closing needs a confirmation, so that nobody loses it by accident. */
export function NewKeyDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }): ReactNode {
  useFocusBack();
  return (
    <Modal
      open
      width={520}
      title={`API key ${name}`}
      okText="I've saved the key"
      cancelButtonProps={{ hidden: true }}
      maskClosable={false}
      keyboard={false}
      closable={false}
      onOk={onClose}
    >
      <p>Copy the key now. It is not shown again; if you lose it, rotate it.</p>
      <CodeBlock label="API key">{secret}</CodeBlock>
      <CopyButton text={secret} label="Copy key" />
    </Modal>
  );
}
