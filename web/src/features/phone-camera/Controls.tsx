import { useRef } from 'react';
import { Button, type ButtonTone, type IconName } from '@/shared/ui';
import type { Shutter } from './useShutter';

interface ControlsProps {
  shutter: Shutter;
  /** The page has no picture: photos are taken by the phone's own camera app. */
  byHand: boolean;
}

const KINDS = [
  [false, 'the table'],
  [true, 'the dice tray'],
] as const;

/** The phone's own shutter, for the table and for the dice tray. */
export function Controls({ shutter, byHand }: ControlsProps) {
  return (
    <>
      <fieldset>
        <legend className="label mb-1.5 text-soft">Photograph</legend>
        <div className="grid grid-cols-2 gap-2">
          {KINDS.map(([diceTray, name]) => {
            const look = {
              tone: diceTray ? 'plain' : 'primary',
              icon: diceTray ? 'dice' : 'camera',
              label: `Photograph ${name}`,
            } as const;
            return byHand ? (
              <Picker key={name} {...look} shutter={shutter} diceTray={diceTray} capture>
                {name}
              </Picker>
            ) : (
              <Button
                key={name}
                tone={look.tone}
                size="large"
                icon={look.icon}
                aria-label={look.label}
                disabled={shutter.taking}
                onClick={() => shutter.ask(diceTray)}>
                {name}
              </Button>
            );
          })}
        </div>
      </fieldset>
      <details>
        <summary className="label min-h-11 cursor-pointer content-center text-soft">
          Send a photo or film from a file
        </summary>
        <div className="grid grid-cols-2 gap-2 pt-1">
          {KINDS.map(([diceTray, name]) => (
            <Picker
              key={name}
              tone="plain"
              icon="upload"
              label={`Choose a ${diceTray ? 'photo or film' : 'photo'} of ${name}`}
              shutter={shutter}
              diceTray={diceTray}
              capture={false}>
              {name}
            </Picker>
          ))}
        </div>
      </details>
    </>
  );
}

interface PickerProps {
  shutter: Shutter;
  diceTray: boolean;
  /** Open the phone's camera app rather than its files. */
  capture: boolean;
  tone: ButtonTone;
  icon: IconName;
  label: string;
  children: string;
}

function Picker({ shutter, diceTray, capture, tone, icon, label, children }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone={tone} size="large" icon={icon} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={capture || !diceTray ? 'image/*' : 'image/*,video/mp4,video/webm,video/quicktime'}
        capture={capture ? 'environment' : undefined}
        hidden
        aria-label={`File: ${label}`}
        onChange={({ target }) => {
          [...(target.files ?? [])].forEach((file) => shutter.put(file, diceTray));
          target.value = '';
        }}
      />
    </>
  );
}
