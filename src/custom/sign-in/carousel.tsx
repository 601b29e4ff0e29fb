import { useEffect, useState, type ReactNode } from 'react';
import answer from './pictures/answer.svg?url';
import campus from './pictures/campus.svg?url';
import enrol from './pictures/enrol.svg?url';

const slides = [
  {
    picture: campus,
    title: 'Every enquiry, answered while it is warm.',
    text: 'Missed calls come first in your day, then overdue follow-ups.',
  },
  {
    picture: answer,
    title: 'One page tells the whole story.',
    text: 'Calls, messages, stages and owners, in the order they happened.',
  },
  { picture: enrol, title: 'From first call to first day.', text: 'See what stands between a student and a seat.' },
];
const every = 3000;

/**
 * The pictures load after the first paint, and only where they are shown; they do not move if the system prefers reduced motion.
 */
export function Carousel(): ReactNode {
  const [at, setAt] = useState(0);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 900px)');
    const look = (): void => setVisible(wide.matches);
    const timer = setTimeout(look, 50);
    wide.addEventListener('change', look);
    return () => {
      clearTimeout(timer);
      wide.removeEventListener('change', look);
    };
  }, []);
  useEffect(() => {
    if (!visible || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => setAt((now) => (now + 1) % slides.length), every);
    return () => clearInterval(timer);
  }, [visible, at]);

  return (
    <aside className="p-carousel" aria-label="What Prospectus does">
      {visible
        ? slides.map(({ picture, title }, index) => (
            <img key={title} src={picture} alt="" data-shown={index === at} width="734" height="736" />
          ))
        : null}
      <div className="p-carousel-words">
        <h2>{slides[at]!.title}</h2>
        <p>{slides[at]!.text}</p>
        <div className="p-dots">
          {slides.map(({ title }, index) => (
            <button
              key={title}
              type="button"
              aria-label={`Picture ${index + 1} of ${slides.length}`}
              aria-current={index === at}
              onClick={() => setAt(index)}
            />
          ))}
        </div>
      </div>
    </aside>
  );
}
