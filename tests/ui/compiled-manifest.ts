import { resourceNamed } from '../../src/schemas/kit/all';
import { compiledChunk } from '../support/compiled-chunk';

/** A manifest without pages, whose resources are compiled on demand. */
export const manifest = [];
export const loadChunk = async (name: string) => compiledChunk(resourceNamed(name));
