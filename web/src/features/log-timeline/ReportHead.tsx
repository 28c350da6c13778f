/** What a shared report is about, before its board: who won, by how much, with what. */
export function ReportHead({ headline, line }: { headline: string; line: string }) {
  return (
    <header className="report-head">
      <h1>{headline}</h1>
      {line && <p>{line}</p>}
    </header>
  );
}
