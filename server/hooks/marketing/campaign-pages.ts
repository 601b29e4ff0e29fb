import { htmlField } from '../../catalogue/html-field';

export const hooks = htmlField('content_html');
