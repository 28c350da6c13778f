import { createStore } from 'zustand';
import { answered, nameEntry, nameVersion, sentence, UnexpectedAnswer, type GameState } from '@/shared/api';
import { unwarned } from '@/shared/api/callers';
import { isFields } from '@/shared/battle-log';
import {
  CONNECTING,
  emitGameEvent,
  GameSocket,
  onGameEvent,
  onMessage,
  type LinkStatus,
  type Role,
} from '@/shared/socket';
import { confirm } from '@/shared/ui';
import { saySystem } from '../chat/chatStore';
import { Shortcuts } from './shortcuts';
import { createCasualties } from '../film/casualties';
import { holdBack } from '../film/holdBack';
import { createReel } from '../film/reel';
import { createAutoplay } from './autoplay';
import { isFault, isLate, isWarning, refusalOf, type Done, type GameCall, type Sent } from './calls';
import { isBehind, later, movedOn, readPush, stateAfter, wordsOf, type Push } from './fold';
import { load } from './load';
import { faultOf, received } from './received';
import { Presses } from './presses';
import { createTable } from './table';
import { whenDrawn } from './whenDrawn';

/** How long after a notification what it is about is fetched: several of them at once fetch it once. */
const DEBOUNCE_MS = 100;

/** How long a call of the page's own lasts before what can be pressed is locked for it. */
const LOCK_MS = 300;

/** What is known of a game, and of this window's way to it. */
export interface Known {
  state: GameState | undefined;
  /** What the state has missing or wrong; empty where it is as the API says. */
  wrong: string;
  /** Why the state could not be loaded the last time; null where it was. */
  problem: Error | null;
  loading: boolean;
  link: LinkStatus;
  /** Nothing can be pressed until it is over. */
  locked: boolean;
  /** What happened before the last call arrived, which therefore was not taken; null where it was. */
  missed: readonly string[] | null;
  /** The last refusal, for the debug overlay. */
  lastError: string;
}

const NOTHING: Known = {
  state: undefined,
  wrong: '',
  problem: null,
  loading: false,
  link: CONNECTING,
  locked: false,
  missed: null,
  lastError: '',
};

/** A change of which nothing is known but that there was one. */
const UNTOLD: Push = { from: 'unknown', version: 'unknown', changes: null };

const errorOf = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** How a call is sent. */
interface Sending<T> {
  /** It puts nothing into the chat, and does not report having come too late. */
  quiet?: boolean;
  /** It is made by the page itself. */
  unasked?: boolean;
  /** Hears its answer before anything is drawn of the state that it led to: what comes of both is one drawing. */
  answers?: (answer: Done<T>['answer']) => void;
}

/** Lists that belong to the game beside its state: abilities, targets, odds. */
export interface Lists {
  /** They may be old: what is fetched from now on is not. */
  outdate: () => void;
  /** Fetches those that are shown and old. */
  renew: () => void;
  /** The last entry of the log that is known, if any. */
  lastEntry: () => number | null;
  /** Takes in the log that came with an answer; false if none came. */
  takeEntries: (log: unknown) => boolean;
}

/** Whether the attacks that are resolved here were rolled on in another window: theirs are the dice that count. */
const rollsOn = ({ changes }: Push): boolean =>
  changes?.some(({ path }) => path.startsWith('/game_model/latest_roll')) ?? false;

const NO_LISTS: Lists = {
  outdate: () => undefined,
  renew: () => undefined,
  lastEntry: () => null,
  takeEntries: () => false,
};

/** One call at a time of what is asked for again and again: a call meanwhile has it done once more after it. */
class OneAtATime {
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (!this.running) return this.begin();
    this.next ??= this.running.then(() => {
      this.next = null;
      return this.begin();
    });
    return this.next;
  }

  private begin(): Promise<void> {
    this.running = this.work().finally(() => {
      this.running = null;
    });
    return this.running;
  }
}

/**
 * A game in this window, from `open` to `close`: its state, moved on by what its socket and the answers to its calls
 * say and loaded where that does not lead on; its socket; its calls. `table` has what map and panels share, `autoplay`
 * the computer that plays on by itself here, `reel` the film of what happens, `casualties` those
 * who fall in it, `shortcuts` what keys do, `presses` what one Undo takes back.
 */
export class GameClient {
  readonly known = createStore<Known>(() => NOTHING);
  readonly table = createTable();
  readonly autoplay = createAutoplay();
  readonly reel = createReel();
  readonly casualties = createCasualties();
  readonly shortcuts = new Shortcuts();
  readonly presses = new Presses();
  private readonly loads = new OneAtATime(() => this.loaded());
  private readonly ends: (() => void)[] = [];
  private socket: { role: Role; wire: GameSocket } | null = null;
  private underWay = 0;
  private unasked = 0;
  private lock: number | undefined;
  /** What came while a call was under way, or attacks were being resolved: it may lead on from what these lead to. */
  private waiting: Push[] = [];
  private timer: number | undefined;
  private due = false;
  private isOpen = false;

  /** `shared`: the state is asked for as strangers see it. */
  constructor(
    readonly gameId: string,
    private readonly shared = false,
    private readonly lists: Lists = NO_LISTS,
  ) {
    holdBack(this);
  }

  /** A call of this window is under way. */
  get sending(): boolean {
    return this.underWay > 0;
  }

  /** The page makes a call of its own: what is pressed meanwhile is not sent, though nothing need be grey yet. */
  get actsAlone(): boolean {
    return this.unasked > 0;
  }

  get state(): GameState | undefined {
    return this.known.getState().state;
  }

  /** Loads the game and listens to it until the returned function is called. */
  open(): () => void {
    this.isOpen = true;
    const end = this.listen();
    void this.load();
    return end;
  }

  /** Hears what the game's socket sends until the returned function is called. */
  listen(): () => void {
    this.ends.push(
      nameVersion(this.gameId, () => this.state?.version),
      nameEntry(this.gameId, () => this.lists.lastEntry()),
      onMessage(this.gameId, ({ type, payload }) => {
        if (type === 'game_state_update') this.take(readPush(payload));
      }),
      onGameEvent(({ gameId, type, missed = false }) => {
        if (gameId === this.gameId && type === 'game-updated') this.updated(missed);
      }),
      this.table.subscribe(({ resolving }, before) => {
        if (before.resolving && !resolving) this.catchUp();
      }),
    );
    return () => this.close();
  }

  close(): void {
    this.isOpen = false;
    window.clearTimeout(this.timer);
    window.clearTimeout(this.lock);
    this.ends.splice(0).forEach((end) => end());
    this.socket?.wire.close();
    this.socket = null;
    this.known.setState({ link: CONNECTING });
  }

  /** Calls back whenever another state is shown, until the returned function is called. */
  readonly onMoved = (hear: () => void): (() => void) =>
    this.known.subscribe(({ state }, before) => {
      if (state?.version !== before.state?.version) hear();
    });

  /** Calls back with each new state, even one of the same version, until the returned function is called. */
  readonly onState = (hear: () => void): (() => void) =>
    this.known.subscribe(({ state }, before) => {
      if (state !== before.state) hear();
    });

  retry(): void {
    this.socket?.wire.retry();
  }

  /** Loads the current state from the server; does not throw if that fails. */
  load(): Promise<void> {
    return this.loads.run();
  }

  /** Shows a state. */
  show(state: GameState): void {
    this.presses.stands(state.number);
    const first = !this.state;
    this.known.setState({ state, wrong: first ? '' : faultOf(state), problem: null });
    if (first) this.ends.push(whenDrawn(() => this.known.setState({ wrong: faultOf(this.state) })));
    this.lists.outdate();
    if (this.isOpen) this.connect(state.sides.length ? 'player' : 'spectator');
  }

  /** What could not be drawn may have been put together wrongly: the next state comes whole. */
  distrust(): void {
    if (this.state?.version) this.known.setState({ state: { ...this.state, version: '' } });
  }

  dismissMissed(): void {
    this.known.setState({ missed: null });
  }

  /**
   * Sends a call and shows the state that it leads to. Panels send by `useCommand`, which keeps progress and refusal where
   * the player is.
   */
  async send<T>(call: GameCall<T>, { quiet = false, unasked = false, answers }: Sending<T> = {}): Promise<Sent<T>> {
    const { missed, lastError } = this.known.getState();
    if (missed || lastError) this.known.setState({ missed: null, lastError: '' });
    const before = this.state?.number;
    this.count(1, unasked);
    try {
      const answer = await this.madeSure(() => answered(call(this.state?.number)));
      const led = stateAfter(this.state, answer, this.waiting);
      // Shown in one drawing with the end of the call: nothing may be waited for in between.
      if (led) this.moveTo(led);
      else await this.load();
      this.takeLog(answer);
      const { state } = this;
      if (!state) throw new UnexpectedAnswer('The game could not be loaded. Please try again.');
      if (!unasked && before !== undefined) this.presses.called(before, state.number);
      const words = quiet ? null : wordsOf(answer);
      if (words) saySystem(this.gameId, words.description, words.rationale, ...words.instructions);
      answers?.(answer);
      this.settle(false);
      return { done: { state, answer }, refused: null };
    } catch (error) {
      return { done: null, refused: this.failed(error, quiet) };
    } finally {
      this.count(-1, unasked);
      this.catchUp();
    }
  }

  /** Takes what is new in the log from an answer: drawn with the state, and not asked for. */
  private takeLog(answer: unknown): void {
    if (!isFields(answer) || !this.lists.takeEntries(answer.log)) return;
    // What else happened meanwhile may be in the log too.
    const { state, gameId } = this;
    if (state && this.waiting.every((push) => isBehind(state, push))) emitGameEvent({ type: 'log-answered', gameId });
  }

  /** Makes a call that is warned of only once the player wants it all the same. */
  private async madeSure<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!isWarning(error)) throw error;
      const text = sentence(error);
      if (await confirm({ title: 'Are you sure?', text, action: 'Do it anyway' })) return unwarned(call);
      throw error;
    }
  }

  private failed(error: unknown, quiet: boolean) {
    const late = isLate(error);
    // Whether a call that got no answer was taken only the server knows.
    if (late || isFault(error)) void this.load();
    if (late && !quiet) this.known.setState({ missed: error.events });
    if (isFault(error)) console.error('A call of the game failed', error);
    const refused = late && quiet ? { error: '', measure: '' } : refusalOf(error);
    this.known.setState({ lastError: refused.error });
    return refused;
  }

  /**
   * A call begins, or is over. A player's locks at once what can be pressed; the page's own only if it lasts, since to
   * draw every button grey and back again costs more than the computer's choice does.
   */
  private count(more: 1 | -1, unasked: boolean): void {
    this.underWay += more;
    if (unasked) this.unasked += more;
    window.clearTimeout(this.lock);
    if (this.underWay > this.unasked || !this.sending) this.setLocked(this.sending);
    if (this.unasked) this.lock = window.setTimeout(() => this.setLocked(true), LOCK_MS);
  }

  /** Only if it changes: everything that follows the game reacts to whatever is set here. */
  private setLocked(locked: boolean): void {
    if (this.known.getState().locked !== locked) this.known.setState({ locked });
  }

  private async loaded(): Promise<void> {
    this.known.setState({ loading: true });
    try {
      const sent = await load(this.gameId, this.state?.version, this.shared);
      if (sent !== undefined || !this.state) this.moveTo(received(sent));
      this.known.setState({ problem: null });
    } catch (reason) {
      this.known.setState({ problem: errorOf(reason) });
    } finally {
      this.known.setState({ loading: false });
    }
  }

  /** Shows a state unless a later one is shown already: answers may overtake each other. */
  private moveTo(state: GameState): void {
    const next = later(this.state, state);
    if (next !== this.state) this.show(next);
  }

  private take(push: Push): void {
    const waits = this.table.getState().resolving && !rollsOn(push);
    if (waits || (this.underWay > 0 && push.changes)) this.waiting.push(push);
    else this.settle(!this.leadsOn(push));
  }

  /** Whether the state is now the one that a push is about, or a later one. */
  private leadsOn(push: Push): boolean {
    const { state } = this;
    const next = state ? movedOn(state, push) : null;
    if (next) this.show(next);
    return next !== null || (state !== undefined && isBehind(state, push));
  }

  /** What has waited leads on from what is known now, or else the state is loaded. */
  private catchUp(): void {
    if (this.underWay > 0 || this.table.getState().resolving || !this.waiting.length) return;
    const waiting = this.waiting.splice(0);
    this.settle(!waiting.map((push) => this.leadsOn(push)).at(-1));
  }

  private updated(missed: boolean): void {
    // Nobody knows after a gap whether attacks are still the ones that are resolved.
    if (this.table.getState().resolving && !missed) this.waiting.push(UNTOLD);
    else {
      this.lists.outdate();
      this.settle(true);
    }
  }

  /** Fetches what has changed, a moment later: the state too where that is said. */
  private settle(state: boolean): void {
    this.due ||= state;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.due) void this.load();
      this.due = false;
      this.lists.renew();
    }, DEBOUNCE_MS);
  }

  private connect(role: Role): void {
    if (this.socket?.role === role) return;
    this.socket?.wire.close();
    const wire = new GameSocket(this.gameId, role, (link) => this.stands(role, link));
    this.socket = { role, wire };
  }

  private stands(role: Role, link: LinkStatus): void {
    this.known.setState({ link });
    // Who is refused may watch no longer: the state is asked for, which says so.
    if (role === 'spectator' && link.status === 'refused') void this.load();
  }
}
