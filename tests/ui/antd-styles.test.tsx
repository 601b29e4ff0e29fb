import { StyleProvider } from '@ant-design/cssinjs';
import { App, Button, ConfigProvider, Modal, theme } from 'antd';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { styleTexts } from '../../scripts/antd-styles-plugin';
import { antdStyles } from '../../src/ui/antd-styles';
import { antdTheme } from '../../src/ui/antd-theme';
import { paletteOf } from '../../src/ui/theme';

describe('the antd styles that are reckoned when the product is built (SPEED-F3)', () => {
  it('are the same for every tenant colour and both themes', () => {
    const plain = styleTexts();
    expect(plain.length).toBeGreaterThan(4);
    expect(styleTexts({ algorithm: theme.darkAlgorithm, token: { colorPrimary: '#AA0000', controlHeight: 44 } })).toEqual(plain);
  });

  it('are what a page would reckon itself: it finds each, and adds none for these components', () => {
    const before = [...antdStyles.cache.keys()];
    for (const mode of ['light', 'dark'] as const)
      renderToString(
        <StyleProvider cache={antdStyles}>
          <ConfigProvider theme={antdTheme(mode, paletteOf(mode))}>
            <App>
              <Button type="primary">Save</Button>
              <Modal open={false} />
            </App>
          </ConfigProvider>
        </StyleProvider>,
      );
    expect([...antdStyles.cache.keys()].filter((key) => key.startsWith('style%'))).toEqual(before);
  });
});
