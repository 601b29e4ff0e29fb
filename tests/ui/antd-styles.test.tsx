import { StyleProvider } from '@ant-design/cssinjs';
import { Button, ConfigProvider, Drawer, Input, Modal, Select, theme } from 'antd';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { styleTexts } from '../../scripts/antd-styles-plugin';
import { addLaterStyles, antdStyles } from '../../src/ui/theme/antd-styles';
import { antdTheme } from '../../src/ui/theme/antd-theme';
import { paletteOf } from '../../src/ui/theme/theme';

const stylesKept = (): string[] => [...antdStyles.cache.keys()].filter((key) => key.startsWith('style%'));

/** antd: the component is unmounted. */
const leaves = (kept: [number, unknown] | null): [number, unknown] | null =>
  (kept?.[0] ?? 0) === 1 ? null : [(kept?.[0] ?? 0) - 1, kept?.[1]];

describe('the antd styles that are computed at build time (SPEED-F3)', () => {
  it.each(['virtual:antd-styles', 'virtual:antd-styles-later'])(
    '%s is the same for every tenant colour and both themes',
    (of) => {
      const plain = styleTexts(of);
      expect(plain.length).toBeGreaterThan(1);
      const other = { algorithm: theme.darkAlgorithm, token: { colorPrimary: '#AA0000', controlHeight: 44 } };
      expect(styleTexts(of, other)).toEqual(plain);
    },
  );

  it('are those that a page would compute: it adds none for these components', async () => {
    await addLaterStyles();
    const before = stylesKept();
    expect(before.length).toBeGreaterThan(8);
    for (const mode of ['light', 'dark'] as const)
      renderToString(
        <StyleProvider cache={antdStyles}>
          <ConfigProvider theme={antdTheme(mode, paletteOf(mode))}>
            <Button type="primary">Save</Button>
            <Modal open={false} />
            <Drawer open={false} />
            <Input />
            <Select />
          </ConfigProvider>
        </StyleProvider>,
      );
    expect(stylesKept()).toEqual(before);
  });

  it('keep the variables of a component for as long as the theme is, and those of one theme alone', () => {
    const variables = (): string[] => [...antdStyles.cache.keys()].filter((key) => key.startsWith('cssVar%'));
    const show = (mode: 'light' | 'dark'): string[] => {
      renderToString(
        <StyleProvider cache={antdStyles}>
          <ConfigProvider theme={antdTheme(mode, paletteOf(mode))}>
            <Input />
          </ConfigProvider>
        </StyleProvider>,
      );
      return variables();
    };
    const light = show('light');
    const one = light.find((path) => path.startsWith('cssVar%Input%'))!;
    antdStyles.opUpdate(one, (kept) => [(kept?.[0] ?? 0) + 1, kept?.[1]]); // antd: it is mounted
    antdStyles.opUpdate(one, leaves);
    expect(variables()).toEqual(light);
    const dark = show('dark');
    expect(dark).toHaveLength(light.length);
    expect(dark.filter((path) => light.includes(path))).toEqual([]);
    expect(show('light')).toEqual(light);
  });

  it('stay when the last component of a kind unmounts, and are not computed again for the next', () => {
    const path = 'style%test';
    antdStyles.opUpdate(path, () => [0, 'text']);
    antdStyles.opUpdate(path, (kept) => [(kept?.[0] ?? 0) + 1, kept?.[1]]); // antd: one component is shown
    antdStyles.opUpdate(path, leaves);
    expect(antdStyles.opGet(path)?.[1]).toBe('text');
  });
});
