const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What keeps a phone from being all that it can be by a pairing link; '' where nothing does. */
export function linkProblem(url: string): string {
  const { hostname, protocol } = new URL(url);
  if (OWN_MACHINE.test(hostname))
    return 'This link works on this computer alone: the server is not open to the network. Start it with --tls, and phones reach it.';
  if (protocol === 'http:')
    return 'Without https the phone shows no live picture, and every photo is taken by hand. Start the server with --tls for both.';
  return '';
}
