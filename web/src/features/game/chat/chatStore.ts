import { create } from 'zustand';
import { fields, isFields, list, text } from '@/shared/battle-log';
import { randomId } from '@/shared/randomId';

export interface ChatMessage { id: string; text: string; type: 'system' | 'user'; name: string; timestamp: string }

/** Messages that a browser keeps of each game. */
const MOST = 200;
/** Where this browser keeps a game's chat. */
export const chatKey = (gameId: string): string => `chat-messages-${gameId}`;

function kept(gameId: string): ChatMessage[] {
  try {
    return list(JSON.parse(localStorage.getItem(chatKey(gameId)) ?? '[]')).filter(isFields).map(readMessage).filter((each) => each !== null);
  } catch {
    return [];
  }
}

/** A message of the socket or of the store; null for what is none. */
export function readMessage(value: unknown): ChatMessage | null {
  const raw = fields(value);
  const message: ChatMessage = { id: text(raw.id), text: text(raw.text), type: raw.type === 'system' ? 'system' : 'user', name: text(raw.name), timestamp: text(raw.timestamp) };
  return message.id && message.text ? message : null;
}

interface ChatStore {
  gameId: string;
  messages: readonly ChatMessage[];
  open: (gameId: string) => void;
  add: (gameId: string, message: ChatMessage) => void;
  clear: (gameId: string) => void;
}

function keep(gameId: string, messages: readonly ChatMessage[]): void {
  try {
    localStorage.setItem(chatKey(gameId), JSON.stringify(messages));
  } catch {
    console.warn('The chat could not be kept: the browser\'s storage is full or closed.');
  }
}

/** The chat of the game that is open, kept in this browser. */
export const useChat = create<ChatStore>((set, get) => ({
  gameId: '',
  messages: [],
  open: (gameId) => set({ gameId, messages: kept(gameId) }),
  add: (gameId, message) => {
    const known = get().gameId === gameId ? get().messages : kept(gameId);
    if (known.some((each) => each.id === message.id)) return;
    const messages = [...known, message].slice(-MOST);
    keep(gameId, messages);
    set({ gameId, messages });
  },
  clear: (gameId) => {
    localStorage.removeItem(chatKey(gameId));
    if (get().gameId === gameId) set({ messages: [] });
  },
}));

/** Says something of the game's own, in this browser alone. Empty texts are left out. */
export function saySystem(gameId: string, ...texts: readonly string[]): void {
  for (const each of texts.filter((words) => words.trim())) {
    useChat.getState().add(gameId, { id: randomId(), text: each, type: 'system', name: '', timestamp: new Date().toISOString() });
  }
}
