import dataProvider, { axiosInstance } from '@refinedev/simple-rest';
import { request } from './http';
import { asRefineReads } from './refused-write';

/** simple-rest over the product's client: the same session, headers, renewal and refusals as every other call. */
const client = axiosInstance.create({
  adapter: async (config) => {
    const path = (config.url ?? '').replace(/^\/api\//, '');
    const { status, body, headers } = await asRefineReads(
      request(path, {
        method: (config.method ?? 'get').toUpperCase(),
        // axios hands over what it has written as JSON already
        ...(typeof config.data === 'string' ? { body: JSON.parse(config.data) } : {}),
      }),
    );
    return { data: body, status, statusText: '', headers: Object.fromEntries(headers), config };
  },
});

export const simpleRest = dataProvider('/api/res', client);
