import { useSearchParams } from 'react-router-dom';

/** Takes a pasted or entered text of several phones and emails, and shows their leads. */
export function useFindMany(): (text: string) => boolean {
  const [, setQuery] = useSearchParams();
  return (text) => {
    const mayBeSeveral = text.replaceAll(/\D/g, '').length / 8 + text.split('@').length > 2.9;
    if (mayBeSeveral)
      void import('./find-several')
        .then(({ findSeveral }) => findSeveral(text))
        .then((to) => {
          if (!to) return;
          const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => name === 'type' || name === 'look');
          setQuery({ ...Object.fromEntries(kept), ...to });
        });
    return mayBeSeveral;
  };
}
