import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered, listRostersOptions, listShelfOptions, sentence, uploadRoster } from '@/shared/api';
import { storedOf, type StoredRoster } from './storage';

/** What became of one file: it waits its turn, is read, was read, or was refused in a sentence. */
export interface Import {
  id: number;
  name: string;
  state: 'waiting' | 'reading' | 'read' | 'refused';
  stored?: StoredRoster;
  /** How many data sheets of it went onto the shelf. */
  learned?: number;
  problem?: string;
}

const isText = ({ name }: File): boolean => /\.txt$/i.test(name) || !name.includes('.');

/** Sends files to the server one after the other, and keeps what became of each. */
export function useImports() {
  const queries = useQueryClient();
  const [imports, setImports] = useState<Import[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const next = useRef(0);
  const change = (id: number, more: Partial<Import>) =>
    setImports((known) => known.map((each) => (each.id === id ? { ...each, ...more } : each)));
  const read = async (id: number, file: File) => {
    change(id, { state: 'reading' });
    try {
      const answer = await answered(uploadRoster({ body: { file } }));
      change(id, {
        state: 'read',
        stored: storedOf(answer),
        learned: answer?.learned,
      });
      void queries.invalidateQueries({ queryKey: listRostersOptions().queryKey });
      void queries.invalidateQueries({ queryKey: listShelfOptions().queryKey });
    } catch (error) {
      console.error('Roster not uploaded', error);
      change(id, { state: 'refused', problem: sentence(error) });
    }
  };
  const add = (files: readonly File[]) => {
    // What has profiles comes first, so that lists of names which come with it find them on the shelf.
    const ordered = [...files].sort((a, b) => Number(isText(a)) - Number(isText(b)));
    const added = ordered.map((file) => ({ file, id: (next.current += 1) }));
    setImports((known) => [
      ...known,
      ...added.map(({ file, id }): Import => ({ id, name: file.name, state: 'waiting' })),
    ]);
    for (const { file, id } of added) line.current = line.current.then(() => read(id, file));
  };
  return { imports, add };
}
