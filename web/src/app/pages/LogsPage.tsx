import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { FileLog, GameLog } from '@/features/log-timeline';
import { LogUpload, openLogFile } from '@/features/log-upload';
import type { BattleLog } from '@/shared/battle-log';
import { toast } from '@/shared/ui';

interface OpenFile {
  log: BattleLog;
  file: File;
}

/** The log page: a game's log by its id, or the upload form and then the file's log. */
export function LogsPage() {
  const { gameId } = useParams();
  const { pathname } = useLocation();
  if (gameId)
    return (
      <main>
        <GameLog gameId={gameId} shared={pathname.split('/').includes('shared')} />
      </main>
    );
  return (
    <main className="flex flex-1 flex-col">
      <OwnFile />
    </main>
  );
}

function OwnFile() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenFile | null>(null);
  const again = async () => {
    if (!open) return;
    try {
      const opened = await openLogFile(open.file);
      if (opened.kind === 'timeline') setOpen({ ...open, log: opened.log });
    } catch (error) {
      toast(`Error refreshing logs: ${error instanceof Error ? error.message : String(error)}`, 'error');
    }
  };
  if (open)
    return (
      <FileLog log={open.log} name={open.file.name} onRefresh={() => void again()} onClose={() => setOpen(null)} />
    );
  return (
    <div className="flex flex-1 flex-col justify-center gap-8 p-6">
      <title>Open a battle · Highground</title>
      <div className="mx-auto w-full max-w-xl">
        <h1 className="text-xl font-semibold">Open a battle</h1>
        <p className="mt-2 text-soft">See every move, shot and die of a battle again, from its log.</p>
      </div>
      <LogUpload
        onLog={(log, file) => setOpen({ log, file })}
        onStored={(url) => void navigate(url)}
        demo={
          <Link
            to="/shared/demo/logs"
            className="label inline-flex min-h-11 items-center px-2 text-soft underline decoration-line-strong underline-offset-4 hover:text-ink">
            or watch the demo battle
          </Link>
        }
      />
    </div>
  );
}
