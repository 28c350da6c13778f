import { expect, test } from 'vitest';
import { linkProblem } from './linkProblem';

const OWN =
  'This link works on this computer alone: the server is not open to the network. Start it with --tls, and phones reach it.';
const PLAIN =
  'Without https the phone shows no live picture, and every photo is taken by hand. Start the server with --tls for both.';

test.each([
  ['http://127.0.0.1:8080/game/g/camera?code=A', OWN],
  ['https://localhost:8080/game/g/camera', OWN],
  ['https://[::1]:8080/game/g/camera', OWN],
  ['http://192.168.1.5:8080/game/g/camera', PLAIN],
  ['https://192.168.1.5:8080/game/g/camera', ''],
  ['https://127.example.org/game/g/camera', ''],
])('%s', (url, problem) => {
  expect(linkProblem(url)).toBe(problem);
});
