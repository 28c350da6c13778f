import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readUnit } from '@/shared/battle-log';
import { placeLabels } from './labels';
import { UnitToken } from './UnitsLayer';

const tank = {
  location: [20, 20],
  radius: 1.575,
  length: 4.528,
  rectangular: true,
  facing: 30,
  alive: true,
  wounds: 9,
};
const rider = {
  location: [20, 20],
  radius: 0.827,
  length: 2.953,
  rectangular: false,
  facing: 0,
  alive: true,
  wounds: 3,
};
const guard = { location: [20, 20], radius: 0.63, alive: true, wounds: 2 };

const unit = (...miniatures: readonly object[]) => {
  const read = readUnit({ uuid: 'u1', name: 'Reed Wagon', army_uuid: 'a1', location: [20, 20], miniatures });
  return { ...read, location: read.location! };
};

function token(...miniatures: readonly object[]) {
  const nothing = () => undefined;
  return (
    <svg>
      <UnitToken
        unit={unit(...miniatures)}
        mark={{ shape: 'circle', letter: 'B', color: 0 }}
        army="Fen Host"
        label={{ x: 100, y: 90, full: true }}
        selected={false}
        involved={false}
        acted={false}
        faint={false}
        grab={false}
        onSelect={nothing}
        onHover={nothing}
        onMeasureFrom={nothing}
        onGrab={nothing}
      />
    </svg>
  );
}

const drawn = (...miniatures: readonly object[]) => render(token(...miniatures)).container;

test('a rectangular base is drawn as one, turned as it faces, with its front marked; letters stay upright', () => {
  const there = drawn(tank);
  const base = there.querySelector('rect.base')!;
  expect(['x', 'y', 'width', 'height'].map((each) => Number(Number(base.getAttribute(each)).toFixed(3)))).toEqual([
    -22.64, -15.75, 45.28, 31.5,
  ]);
  expect(Number(base.getAttribute('rx'))).toBeCloseTo(1.6);
  expect(base).toHaveAttribute('transform', 'rotate(30 0 0)');
  expect(there.querySelector('.base-front')).toHaveAttribute('data-front', '30');
  expect(there.querySelector('circle.base')).toBeNull();
  expect(there.querySelector('.unit-anchor')!.closest('[transform*="rotate"]')).toBeNull();
});

test('an oval base is an ellipse, and a round one a circle with nothing about it', () => {
  expect(Number(drawn(rider).querySelector('ellipse.base')!.getAttribute('rx'))).toBeCloseTo(14.765);
  const round = drawn(guard);
  expect(round.querySelector('circle.base')).toHaveAttribute('r', '6.3');
  expect(round.querySelector('[data-turns], .base-front, rect.base, ellipse.base')).toBeNull();
});

test('who fell is left without a front', () => {
  const there = drawn(tank, { ...tank, alive: false });
  expect(there.querySelectorAll('rect.base')).toHaveLength(2);
  expect(there.querySelectorAll('.base-front')).toHaveLength(1);
});

test('names clear the longer half of a base', () => {
  const label = (facing: number) => placeLabels([unit({ ...tank, facing })], 1).get('u1')!.y;
  expect(label(0) - label(90)).toBeCloseTo(22.64 - 15.75);
});

test('a base that faces elsewhere turns there the shorter way', () => {
  const animate = vi.fn(() => ({ cancel: () => undefined }));
  Object.assign(SVGElement.prototype, { animate });
  try {
    const { rerender } = render(token({ ...tank, facing: 350 }));
    rerender(token({ ...tank, facing: 20 }));
    expect(animate).toHaveBeenCalledTimes(1);
    expect(animate.mock.instances[0]).toHaveAttribute('data-turns', '0');
    expect(animate.mock.calls[0]).toMatchObject([[{ transform: 'rotate(-30deg)' }, {}, { transform: 'none' }], {}]);
  } finally {
    Reflect.deleteProperty(SVGElement.prototype, 'animate');
  }
});
