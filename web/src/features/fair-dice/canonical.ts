/** One text for equal values, here and on the server: sorted keys, no spaces, whole numbers without a fraction. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => order(a, b));
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
  }
  return typeof value === 'number' ? number(value) : (JSON.stringify(value) ?? 'null');
}

/** By code points, as Python sorts; JavaScript by itself compares halves of pairs. */
function order(a: string, b: string): number {
  const [first, second] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const apart = (first[at]?.codePointAt(0) ?? 0) - (second[at]?.codePointAt(0) ?? 0);
    if (apart) return apart;
  }
  return first.length - second.length;
}

/** Python writes small and large numbers with an exponent of at least two digits. */
const number = (value: number): string => {
  if (Math.abs(value) < 1e-4 && value !== 0) return exponent(value.toExponential());
  return JSON.stringify(value);
};

const exponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');
