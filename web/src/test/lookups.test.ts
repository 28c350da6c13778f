import { expect, test } from 'vitest';
import { computedByJsdom } from './lookups';

const PAGE = `
  <main><p>Text <b>bold</b> <a href="/x">link</a></p><p hidden>gone</p><p style="display: none">gone <i>too</i></p>
  <div style="visibility: hidden"><span>unseen</span><span style="visibility: visible">seen</span></div>
  <div style="pointer-events: none"><button>no press</button></div>
  <ul><li>one</li></ul><table><thead hidden><tr><th>head</th></tr></thead><tbody><tr><td>cell</td></tr></tbody></table>
  <details><summary>more</summary><div>inside</div></details><dialog>closed</dialog><dialog open>open</dialog>
  <label for="a">A</label><input id="a"><input type="hidden"><label>B <select><option>1</option></select></label></main>`;
const LOOKS = ['display', 'visibility', 'pointer-events', 'color'];

const differing = (): string[] =>
  [...document.body.querySelectorAll('*')].flatMap((each) => {
    const [kept, plain] = [window.getComputedStyle(each), computedByJsdom(each)];
    return LOOKS.filter((name) => kept.getPropertyValue(name) !== plain.getPropertyValue(name)).map(
      (name) => `${each.outerHTML}: ${name}`,
    );
  });

test('what is kept of styles is what jsdom says, after each change too', () => {
  document.body.innerHTML = PAGE;
  expect(differing()).toEqual([]);
  document.querySelector('main')!.setAttribute('style', 'visibility: hidden; color: red');
  document.querySelector('details')!.open = true;
  expect(differing()).toEqual([]);
  document.head.append(Object.assign(document.createElement('style'), { textContent: 'p, li { display: flex }' }));
  expect(differing()).toEqual([]);
  document.head.replaceChildren();
  expect(differing()).toEqual([]);
});

test('labels are those of the document as it stands', () => {
  document.body.innerHTML = PAGE;
  const [a, select] = [document.querySelector('input')!, document.querySelector('select')!];
  expect([...(a.labels ?? [])].map((each) => each.textContent)).toEqual(['A']);
  expect(select.labels).toHaveLength(1);
  document.querySelector('label')!.htmlFor = 'b';
  a.id = 'b';
  expect(a.labels).toHaveLength(1);
  select.closest('label')!.remove();
  expect(a.labels).toHaveLength(1);
  expect(document.querySelector<HTMLInputElement>('[type=hidden]')!.labels).toBeNull();
});
