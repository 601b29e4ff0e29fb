import { QueryCache } from '@tanstack/react-query';
import { Problem } from '../schemas/kit/problem';

/** What was known of something is forgotten when the server refuses it or does not know it any more: it is never shown again. */
export const forgettingCache = (): QueryCache =>
  new QueryCache({
    onError(error, query) {
      if (error instanceof Problem && (error.code === 403 || error.code === 404))
        query.setState({ data: undefined, dataUpdatedAt: 0 });
    },
  });
