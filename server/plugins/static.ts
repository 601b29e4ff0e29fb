import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Files of the browser build, precompressed where there is a .br or .gz next to them; index.html is not among them. */
export async function serveStatic(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    // One route per file, known at start: an unknown name is the page's or a 404, never a look at the disk.
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[.-][\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path) || /\/r-[0-9a-f]+\//.test(path);
      // A file that any cache may keep carries nobody's cookie.
      reply.removeHeader('set-cookie');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}
