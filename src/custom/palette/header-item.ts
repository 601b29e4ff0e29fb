import type { HeaderItem } from '../../providers/screens/screens';
import { SearchButton } from './search-button';

export const headerItem: HeaderItem = { order: 5, Content: SearchButton };
