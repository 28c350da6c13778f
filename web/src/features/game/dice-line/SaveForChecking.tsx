import { useGameId } from '../client/context';
import { useState } from 'react';
import { answered, getBattleLog, sentence } from '@/shared/api';
import { saveFile } from '@/shared/saveFile';
import { Button, LinkButton, toast } from '@/shared/ui';

/** The battle as a file with the proof of every die, and where to have it checked. */
export function SaveForChecking() {
  const gameId = useGameId();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const log = await answered(getBattleLog({ path: { game_id: gameId } }));
      saveFile(`battle-${gameId}.json`, JSON.stringify(log));
    } catch (error) {
      toast(sentence(error), 'error');
    }
    setBusy(false);
  };
  return (
    <>
      <LinkButton to={`/verify?game=${gameId}`} tone="quiet" icon="check" className="min-h-11">
        Check the Dice
      </LinkButton>
      <Button icon="download" className="min-h-11" busy={busy} onClick={() => void save()}>
        Save for Checking
      </Button>
    </>
  );
}
