export { widget } from '../../reference/widget';
