import { call } from '../../providers/calls/call';
import { orderReceipt } from '../../schemas/calls/order-report';
import { toasts } from '../../ui/toasts/toasts';

/** Saves the receipt of an order as a page that any browser shows and prints. */
export async function downloadReceipt(id: string | number): Promise<void> {
  try {
    const { html, file_name: name } = (await call(orderReceipt, { id: String(id) })).data;
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toasts.error(error);
  }
}
