import dataProvider, { axiosInstance } from '@refinedev/simple-rest';
import { request } from './http';
import { asRefineReads } from './refused-write';

/**
 * refine's simple-rest on top of the product's HTTP client: the same session, headers, renewal and errors as every other call.
 */
const client = axiosInstance.create({
  adapter: async (config) => {
    const path = (config.url ?? '').replace(/^\/api\//, '');
    const { status, body, headers } = await asRefineReads(
      request(path, {
        method: (config.method ?? 'get').toUpperCase(),
        // axios passes the body as JSON text already
        ...(typeof config.data === 'string' ? { body: JSON.parse(config.data) } : {}),
      }),
    );
    return { data: body, status, statusText: '', headers: Object.fromEntries(headers), config };
  },
});

export const simpleRest = dataProvider('/api/res', client);
