/** Short claims, each with the sentence that explains it. */
export function Promises({ of }: { of: readonly (readonly [title: string, text: string])[] }) {
  return (
    <dl className="promises">
      {of.map(([title, text]) => (
        <div key={title}>
          <dt className="label text-base text-lamp">{title}</dt>
          <dd className="mt-1 text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
