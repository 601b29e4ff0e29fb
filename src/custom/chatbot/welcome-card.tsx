import type { ReactNode } from 'react';

/** The message that each quick action sends. */
const quickActions = [
  { label: 'Marketing Query', text: 'Marketing campaign details' },
  { label: 'Sales Query', text: 'Sales query' },
  { label: 'Tech Support', text: 'Technical support' },
];

/** Shown in a chat without messages. */
export function WelcomeCard({ brand, onAsk }: { brand: string; onAsk: (text: string) => void }): ReactNode {
  return (
    <div className="p-bot-welcome">
      <h2>Welcome to {brand} Chat Bot</h2>
      <p className="p-quiet">Ask about orders, sales or support, or begin with one of these.</p>
      <div className="p-bot-quick">
        {quickActions.map(({ label, text }) => (
          <button key={label} type="button" className="p-chip" onClick={() => onAsk(text)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
