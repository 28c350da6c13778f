/** What somebody has just signed up with: for the login that follows, once, and kept nowhere else. */
export interface Fresh {
  email: string;
  password: string;
}

let kept: Fresh | null = null;

export function keepFresh(given: Fresh): void {
  kept = given;
}

export function takeFresh(): Fresh | null {
  const given = kept;
  kept = null;
  return given;
}
