// npm run bench:match: how long it takes to find the resource of an address among 500, by refine's own search and by the
// product's index, in one run. A page calls refine's hooks about forty times for one address; the index is searched once.
import { matchResourceFromRoute } from '@refinedev/core';
import { runnerImport } from 'vite';

const count = 500;
const rounds = 2000;
const resources = Array.from({ length: count }, (_, at) => ({
  name: `things-${at}`,
  list: `/things-${at}`,
  create: `/things-${at}/new`,
  edit: `/things-${at}/:id/edit`,
  show: `/things-${at}/:id`,
}));
const addresses = Array.from({ length: 20 }, (_, at) => `/things-${at * 25}/x1/edit`);
const started = Date.now();

const { module } = await runnerImport('./src/providers/router-provider.ts');
const beforeIndex = performance.now();
const match = module.matcherOf(resources);
const indexing = performance.now() - beforeIndex;

const whole = (at) => matchResourceFromRoute(addresses[at % addresses.length], resources);
const indexed = (at) => match(addresses[at % addresses.length]);
if (whole(3).resource !== indexed(3).resource) throw new Error('the two found different resources');
const [slow, quick] = [perCall(whole, 200), perCall(indexed, rounds * 20)];
console.log(`of ${count} resources, by refine's search      ${(slow * 1000).toFixed(1).padStart(8)} µs per address`);
console.log(`of ${count} resources, by the product's index  ${(quick * 1000).toFixed(1).padStart(8)} µs per address`);
console.log(`ratio ${(slow / quick).toFixed(0)}; building the index once takes ${indexing.toFixed(1)} ms`);
console.log(
  JSON.stringify({
    name: 'match',
    inputs: { resources: count },
    failures: 0,
    seed: 0,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);

/** Milliseconds per call, the median of nine runs. */
function perCall(work, times) {
  const runs = Array.from({ length: 9 }, () => {
    const from = performance.now();
    for (let at = 0; at < times; at++) work(at);
    return (performance.now() - from) / times;
  });
  return runs.sort((a, b) => a - b)[4];
}
