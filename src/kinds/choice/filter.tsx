export { choiceFilter as filter } from '../choice-filter';
