import { ATTRIBUTES, type Profile } from '@/shared/battle-log';
import { CODES } from './codes';
import './unit-card.css';

/** The numbers of one kind of miniature; `printed` leaves out those that it has not. */
export function Attributes({ profile, printed = false }: { profile: Profile; printed?: boolean }) {
  const shown = ATTRIBUTES.filter(([key]) => !printed || !['', '-'].includes(profile.attributes[key] ?? ''));
  if (!shown.length) return null;
  return (
    <table className="stat-table" aria-label={`${profile.name || 'Unit'}, attributes`}>
      <thead>
        <tr>
          {shown.map(([key, short]) => (
            <th key={key} scope="col" title={CODES[short]}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {shown.map(([key]) => (
            <td key={key} className="figure">
              {profile.attributes[key] || '–'}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
