import { create } from 'zustand';
import { fields, isFields, list, text } from '@/shared/battle-log';
import { randomId } from '@/shared/randomId';

export interface ChatMessage {
  id: string;
  text: string;
  type: 'system' | 'user';
  name: string;
  timestamp: string;
}

/** Messages that a browser keeps of each game. */
const MOST = 200;
/** Where this browser keeps a game's chat, and how much of it was read. */
export const chatKey = (gameId: string): string => `chat-messages-${gameId}`;
const readKey = (gameId: string): string => `chat-read-${gameId}`;

/** Messages that came to this browser in a game, and how many of them were read; more than are kept. */
interface Counts {
  count: number;
  read: number;
}

/** A chat that was kept before counting began is taken as read. */
function counted(gameId: string, known: number): Counts {
  const [count = NaN, read = NaN] = (localStorage.getItem(readKey(gameId)) ?? '').split(' ').map(Number);
  return count >= known && read <= count ? { count, read } : { count: known, read: known };
}

function kept(gameId: string): ChatMessage[] {
  try {
    return list(JSON.parse(localStorage.getItem(chatKey(gameId)) ?? '[]'))
      .filter(isFields)
      .map(readMessage)
      .filter((each) => each !== null);
  } catch {
    return [];
  }
}

/** A message of the socket or of the store; null for what is none. */
export function readMessage(value: unknown): ChatMessage | null {
  const raw = fields(value);
  const message: ChatMessage = {
    id: text(raw.id),
    text: text(raw.text),
    type: raw.type === 'system' ? 'system' : 'user',
    name: text(raw.name),
    timestamp: text(raw.timestamp),
  };
  return message.id && message.text ? message : null;
}

interface ChatStore extends Counts {
  gameId: string;
  messages: readonly ChatMessage[];
  open: (gameId: string) => void;
  add: (gameId: string, message: ChatMessage) => void;
  clear: (gameId: string) => void;
  /** All messages of the open game have been seen. */
  readAll: () => void;
}

function keep(gameId: string, messages: readonly ChatMessage[], { count, read }: Counts): void {
  try {
    localStorage.setItem(chatKey(gameId), JSON.stringify(messages));
    localStorage.setItem(readKey(gameId), `${count} ${read}`);
  } catch {
    console.warn("The chat could not be kept: the browser's storage is full or closed.");
  }
}

/** The chat of the game that is open, kept in this browser. */
export const useChat = create<ChatStore>((set, get) => ({
  gameId: '',
  messages: [],
  count: 0,
  read: 0,
  open: (gameId) => {
    const messages = kept(gameId);
    set({ gameId, messages, ...counted(gameId, messages.length) });
  },
  add: (gameId, message) => {
    if (get().gameId !== gameId) get().open(gameId);
    const { messages: known, count, read } = get();
    if (known.some((each) => each.id === message.id)) return;
    const messages = [...known, message].slice(-MOST);
    // What the game says is on the table too, and would hide that somebody wrote.
    const counts = { count: count + 1, read: message.type === 'system' ? read + 1 : read };
    keep(gameId, messages, counts);
    set({ messages, ...counts });
  },
  clear: (gameId) => {
    localStorage.removeItem(chatKey(gameId));
    localStorage.removeItem(readKey(gameId));
    if (get().gameId === gameId) set({ messages: [], count: 0, read: 0 });
  },
  readAll: () => {
    const { gameId, messages, count, read } = get();
    if (read === count) return;
    keep(gameId, messages, { count, read: count });
    set({ read: count });
  },
}));

/** Says something of the game's own, in this browser alone. Empty texts are left out. */
export function saySystem(gameId: string, ...texts: readonly string[]): void {
  for (const each of texts.filter((words) => words.trim())) {
    useChat
      .getState()
      .add(gameId, { id: randomId(), text: each, type: 'system', name: '', timestamp: new Date().toISOString() });
  }
}
