import type { DataProvider } from '@refinedev/core';
import { dataProvider } from './data-provider';

const load = async () => (await import('./calls/simple-rest')).simpleRest;

/**
 * refine's own REST provider as `dataProviderName: 'rest'`: plain calls under `res/` with plain values, whereas the default
 * provider uses schemas, wires and cursors. Its code loads with the first call. `custom` is that of the default provider.
 */
export const restDataProvider: DataProvider = {
  getApiUrl: () => '/api/res',
  getList: async (params) => (await load()).getList(params),
  getOne: async (params) => (await load()).getOne(params),
  getMany: async (params) => (await load()).getMany(params),
  create: async (params) => (await load()).create(params),
  update: async (params) => (await load()).update(params),
  deleteOne: async (params) => (await load()).deleteOne(params),
  ...(dataProvider.custom ? { custom: dataProvider.custom } : {}),
};
