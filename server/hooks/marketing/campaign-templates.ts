import { htmlField } from '../../catalogue/html-field';

export const hooks = htmlField('body_html');
