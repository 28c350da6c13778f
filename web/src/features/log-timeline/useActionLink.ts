import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Frame } from '@/shared/battle-log';
import { toast } from '@/shared/ui';
import { findAction } from './position';
import { useView } from './viewStore';

/** Keeps ?action=ID and the open action the same: a link opens its action, and what is open can be linked. */
export function useActionLink(frames: readonly Frame[]): void {
  const [search, setSearch] = useSearchParams();
  const openId = useView((state) => state.openId);
  const linked = useRef(false);
  useEffect(() => {
    if (linked.current) return;
    linked.current = true;
    const wanted = search.get('action');
    if (wanted === null) return;
    const found = findAction(frames, Number(wanted));
    if (found) useView.getState().goTo(found.place, found.action.id);
    else toast(`This log has no action ${wanted}.`, 'error');
  }, [frames, search]);
  useEffect(() => {
    if (!linked.current || (search.get('action') ?? '') === String(openId ?? '')) return;
    if (useView.getState().openId !== openId) return;
    const timer = setTimeout(
      () =>
        setSearch(
          (now) => {
            if (openId === null) now.delete('action');
            else now.set('action', String(openId));
            return now;
          },
          { replace: true, preventScrollReset: true },
        ),
      150,
    );
    return () => clearTimeout(timer);
  }, [openId, search, setSearch]);
}

/** The page's address with this action in it. */
export function actionAddress(id: number): string {
  const url = new URL(window.location.href);
  url.searchParams.set('action', String(id));
  return url.href;
}
