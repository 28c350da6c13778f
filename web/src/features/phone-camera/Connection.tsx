import { Badge, Button, confirm, Notice } from '@/shared/ui';
import { type Pairing, unpair } from './pairing';
import type { ChannelStatus, PhoneChannel } from './usePhoneChannel';

const WORDS: Record<ChannelStatus, string> = {
  connecting: 'Camera Connecting',
  connected: 'Camera Connected',
  reconnecting: 'Camera Disconnected (Reconnecting...)',
  disconnected: 'Camera Disconnected',
};

interface ConnectionProps {
  channel: PhoneChannel;
  pairing: Pairing;
  /** Photos that the server does not have. */
  unsent: number;
}

/** Whether the table reaches this phone, and what a person can do about it. */
export function Connection({ channel: { status, reason, disconnect, reconnect }, pairing, unsent }: ConnectionProps) {
  const leave = async () => {
    const lost = unsent
      ? ` ${String(unsent)} ${unsent === 1 ? 'photo is' : 'photos are'} not sent yet and will wait until it is paired with this game again.`
      : '';
    const sure = await confirm({
      title: 'Unpair this phone?',
      text: `To photograph for this game again it needs a new code.${lost}`,
      action: 'Unpair',
    });
    if (sure) unpair(pairing, '');
  };
  const connected = status === 'connected';
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="mr-auto">
          <Badge
            tone={connected ? 'good' : status === 'connecting' ? 'plain' : 'bad'}
            icon={connected ? 'check' : 'refresh'}>
            {WORDS[status]}
          </Badge>
        </span>
        {connected ? (
          <Button tone="quiet" onClick={disconnect}>
            Disconnect
          </Button>
        ) : (
          <Button icon="refresh" onClick={reconnect}>
            Reconnect
          </Button>
        )}
        <Button tone="quiet" onClick={() => void leave()}>
          Unpair
        </Button>
      </div>
      {reason && <Notice tone="info" text={reason} />}
    </div>
  );
}
