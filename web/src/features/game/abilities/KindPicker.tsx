import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Field, Input, cx } from '@/shared/ui';
import { found, type Kind } from './byHandKinds';

interface Props {
  kinds: readonly Kind[];
  /** The name of the one that is chosen. */
  value: string;
  onChange: (name: string) => void;
}

/** The list while it is open: what is typed, which of those that are found is marked, and what the keys do. */
function useSearch({ kinds, onChange }: Props, list: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const open = typed !== null;
  const shown = open ? found(kinds, typed) : [];
  const close = () => setTyped(null);
  const search = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const choose = (name: string) => {
    onChange(name);
    close();
  };
  const go = (step: number) => {
    const to = Math.min(Math.max(at + step, 0), Math.max(shown.length - 1, 0));
    setAt(to);
    document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown[at];
    if (step !== undefined) {
      event.preventDefault();
      if (open) go(step);
      else search('');
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (chosen) choose(chosen.name);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  return { typed, open, at, shown, search, choose, close, onKeyDown };
}

/** What is to be changed: looked for by any word of it, or chosen from the list, which is grouped. */
export function KindPicker(props: Props) {
  const { value } = props;
  const list = useId();
  const { typed, open, at, shown, search, choose, close, onKeyDown } = useSearch(props, list);
  useEffect(() => {
    if (open) document.getElementById(list)?.scrollIntoView({ block: 'nearest' });
  }, [open, list]);
  return (
    <div
      className="col-span-2 flex flex-col gap-1"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}>
      <Field label="Changes">
        <Input
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={shown[at] ? `${list}-${at}` : undefined}
          autoComplete="off"
          placeholder="Search: sustained hits, toughness, charge …"
          value={typed ?? value}
          onClick={() => !open && search('')}
          onChange={({ target }) => search(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div
        id={list}
        role="listbox"
        aria-label="What can be changed"
        hidden={!open}
        className="max-h-72 overflow-y-auto rounded-sm border border-line-strong bg-well">
        {shown.map((each, index) => (
          <Option
            key={each.name}
            id={`${list}-${index}`}
            kind={each}
            heads={each.group !== shown[index - 1]?.group}
            chosen={each.name === value}
            marked={index === at}
            onChoose={() => choose(each.name)}
          />
        ))}
        {open && !shown.length && <p className="p-3 text-soft">Nothing that can be done by hand has that name.</p>}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  kind: Kind;
  /** It is the first of its group. */
  heads: boolean;
  chosen: boolean;
  marked: boolean;
  onChoose: () => void;
}

const Option = ({ id, kind: { name, group }, heads, chosen, marked, onChoose }: OptionProps) => (
  <>
    {heads && (
      <p role="presentation" className="label sticky top-0 bg-panel px-3 py-1.5 text-soft">
        {group}
      </p>
    )}
    {/* The keys are the field's, which keeps the focus. */}
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer items-center px-3 hover:bg-raised',
        marked && 'bg-raised',
        chosen && 'text-lamp',
      )}>
      {name}
    </div>
  </>
);
