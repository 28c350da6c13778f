import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { text as asText } from '@/shared/battle-log';
import { onMessage, sendMessage } from '@/shared/socket';
import { Button, Field, Input } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { speak } from '../list/spoken';
import { readMessage, useChat, type ChatMessage } from './chatStore';

const LONGEST = 500;

/** What is said in the game, by its players and by the computer. */
export function Chat() {
  const gameId = useGameId();
  const state = useGameState();
  const [shown, setShown] = useState(false);
  const { messages, count, read, open, add, readAll } = useChat();
  const [error, setError] = useState('');
  useEffect(() => open(gameId), [gameId, open]);
  useEffect(
    () =>
      onMessage(gameId, ({ type, payload }) => {
        const message = type === 'chat' ? readMessage(payload) : null;
        if (message) add(gameId, message);
        // The list says what comes while it is open.
        if (message?.type === 'user' && !shown) speak(`${message.name || 'Player'}: ${message.text}`);
        if (type === 'error') setError(asText(payload.detail));
      }),
    [gameId, add, shown],
  );
  useEffect(() => {
    if (shown) readAll();
  }, [shown, count, readAll]);
  const unread = shown ? 0 : count - read;
  return (
    <section
      className="chat"
      aria-label="Game Chat"
      data-shown={shown || undefined}
      data-unread={unread > 0 || undefined}>
      <button type="button" className="chat-head label" aria-expanded={shown} onClick={() => setShown(!shown)}>
        <span>Game Chat{unread > 0 && <span className="text-lamp"> · {unread} new</span>}</span>
        <span className="text-soft">{shown ? 'Hide' : 'Show'}</span>
      </button>
      {shown && (
        <>
          <Messages messages={messages} />
          {state.sides.length > 0 && <Write gameId={gameId} error={error} onError={setError} />}
        </>
      )}
    </section>
  );
}

function Messages({ messages }: { messages: readonly ChatMessage[] }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [messages]);
  return (
    <div ref={end} className="chat-list" role="log" aria-label="Messages" tabIndex={0}>
      <ol>
        {messages.length === 0 && (
          <li className="text-soft">Nothing was said yet. What you write reaches everybody in this game.</li>
        )}
        {messages.map((each) => (
          <li key={each.id} data-type={each.type}>
            <span className="text-sm text-faint">
              {each.type === 'system' ? 'Game' : each.name || 'Player'}{' '}
              <time className="figure" dateTime={each.timestamp}>
                {new Date(each.timestamp).toLocaleTimeString()}
              </time>
            </span>
            <p className="wrap-anywhere">{each.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Write({ gameId, error, onError }: { gameId: string; error: string; onError: (error: string) => void }) {
  const [text, setText] = useState('');
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      sendMessage(gameId, 'chat', { text: text.trim() });
      setText('');
      onError('');
    } catch {
      onError('There is no connection to the game. Your message is kept: send it again in a moment.');
    }
  };
  return (
    <form className="flex items-end gap-2" onSubmit={send}>
      <Field label="Message" hideLabel error={error} className="flex-1">
        <Input
          value={text}
          maxLength={LONGEST}
          placeholder="Write to everybody"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" className="min-h-11">
        Send
      </Button>
    </form>
  );
}
