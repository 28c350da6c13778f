import { useCamera, type TableAnalysis } from '@/features/table-camera';

const COUNTS = [
  ['models', 'Models'],
  ['transponders', 'Transponders'],
  ['objectives', 'Objectives'],
  ['terrain', 'Terrain'],
] as const;

/** What the boxes over the photo mean, where the layer of bounding boxes is shown. */
const BOXES =
  'Bounding boxes on the map: models green, transponders blue, objectives orange, terrain purple, pennies red. The ' +
  'percentage at a box says how sure it is that the photo shows one there. A dashed box stands where only the photo ' +
  'before shows it.';

/** What the latest photo showed, in numbers, and whose the miniatures are. */
export function Results() {
  const analysis = useCamera((camera) => camera.analysis);
  if (!analysis) return null;
  return (
    <section aria-label="Camera Analysis Results" className="camera-results">
      <h2 className="label text-soft">Camera Analysis Results</h2>
      <dl className="camera-counts">
        {COUNTS.map(([key, name]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd className="figure">{analysis.counts[key]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-soft">{BOXES}</p>
      {analysis.problems.map((each) => (
        <p key={each} className="camera-problem">
          {each}
        </p>
      ))}
      {analysis.assigned.length > 0 && <Assignments assigned={analysis.assigned} />}
    </section>
  );
}

/** "T07" for `transponder-07`, as it is printed. */
export const printedName = (transponder: string): string => transponder.replace(/^transponder-/, 'T');

function Assignments({ assigned }: Pick<TableAnalysis, 'assigned'>) {
  return (
    <details className="fold" open>
      <summary className="label">Transponder assignments ({assigned.length})</summary>
      <div className="camera-assigned" tabIndex={0} role="group" aria-label="Transponder assignments">
        <table className="map-table">
          <thead>
            <tr>
              <th scope="col">Transponder</th>
              <th scope="col">Unit</th>
              <th scope="col">Models</th>
            </tr>
          </thead>
          <tbody>
            {assigned.map((each) => (
              <tr key={`${each.transponder} ${each.unitName}`}>
                <td className="figure" title={each.transponder}>
                  {printedName(each.transponder)}
                </td>
                <th scope="row">{each.unitName}</th>
                <td className="figure">{each.models.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
