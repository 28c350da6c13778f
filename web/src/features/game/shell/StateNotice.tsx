import { useStore } from 'zustand';
import { Notice } from '@/shared/ui';
import { useClient } from '../client/context';

/** Says that the state of the game came with something missing or wrong; what needs that may be missing on the table. */
export function StateNotice() {
  const wrong = useStore(useClient().known, (known) => known.wrong);
  if (!wrong) return null;
  return (
    <Notice
      text={`The server sent a state of the game that this page cannot read whole: ${wrong}. What needs it may be missing here.`}
    />
  );
}
