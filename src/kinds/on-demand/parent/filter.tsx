export { referenceFilter as filter } from '../../reference-filter';
