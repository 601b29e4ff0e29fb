import { call } from '../../providers/calls/call';
import { orderReceipt } from '../../schemas/calls/order-report';
import { downloadText } from '../../ui/actions/download-text';
import { toasts } from '../../ui/toasts/toasts';

/** Saves the receipt of an order as a page that any browser shows and prints. */
export async function downloadReceipt(id: string | number): Promise<void> {
  try {
    const { html, file_name: name } = (await call(orderReceipt, { id: String(id) })).data;
    downloadText(html, name, 'text/html');
  } catch (error) {
    toasts.error(error);
  }
}
