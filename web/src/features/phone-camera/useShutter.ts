import { useEffect, useRef, useState, type RefObject } from 'react';
import { sentence } from '@/shared/api';
import type { Outbox } from './outbox';
import { photograph, photographRoll } from './photograph';

export interface Shutter {
  /** What is to be photographed next: the dice tray or the table. Null: nothing. */
  next: { diceTray: boolean } | null;
  taking: boolean;
  /** Why the last attempt gave no photo; the demand for it stays. */
  problem: string;
  ask: (diceTray: boolean) => void;
  retry: () => void;
  /** A photo from elsewhere, such as a chosen file. It answers the oldest demand of its kind. */
  put: (file: File, diceTray: boolean) => void;
}

/** Takes what is demanded, one after the other, as soon as there is a picture; what was taken goes to the outbox. */
export function useShutter(
  stream: MediaStream | null,
  preview: RefObject<HTMLVideoElement | null>,
  outbox: Outbox,
): Shutter {
  const [demands, setDemands] = useState<readonly boolean[]>([]);
  const [taking, setTaking] = useState(false);
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const [diceTray] = demands;
  const done = (one: boolean) => setDemands((before) => before.filter((_, index) => index !== before.indexOf(one)));
  const [known, setKnown] = useState(stream);
  if (known !== stream) {
    setKnown(stream);
    if (stream) setProblem('');
  }
  useEffect(() => {
    const video = preview.current;
    if (diceTray === undefined || !stream || !video || taking || problem || busy.current) return;
    busy.current = true;
    const take = async () => {
      setTaking(true);
      try {
        const [photo, ...more] = diceTray
          ? await photographRoll(stream, video)
          : ([await photograph(stream, video)] as const);
        outbox.add(photo, diceTray, more);
        done(diceTray);
      } catch (error) {
        setProblem(sentence(error));
      }
      busy.current = false;
      setTaking(false);
    };
    void Promise.resolve().then(take);
  }, [diceTray, stream, preview, taking, problem, outbox]);
  return {
    next: diceTray === undefined ? null : { diceTray },
    taking,
    problem,
    ask: (one) => {
      setProblem('');
      setDemands((before) => [...before, one]);
    },
    retry: () => setProblem(''),
    put: (file, one) => {
      setProblem('');
      outbox.add(file, one);
      done(one);
    },
  };
}
