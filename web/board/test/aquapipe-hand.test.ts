import { describe, expect, test } from 'vitest';
import type { Look, MoveExplanation } from '../src/api.ts';
import { allPlaces, placeName, placeOf, turned } from '../src/aquapipe/place.ts';
import { partsOf, playableHeads, verdictOf } from '../src/aquapipe/state.ts';
import { Hand, lookAt } from './aquapipe.ts';
import { data } from './house.ts';

const start = lookAt('3x3-start');
const early = lookAt('3x3-early');
const middle = lookAt('3x3-middle');
const large = lookAt('4x4-middle');

/** All legal moves of a position. */
function movesOf(look: Look): string[] {
  return Object.entries(look.choices ?? {}).flatMap(([head, words]) => words.split(' ').map((word) => head + word));
}

describe('places', () => {
  test('a board has a place for each space, and for each two neighbors', () => {
    expect(allPlaces(3, 1).map(placeName)).toEqual(['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1']);
    expect(allPlaces(4, 2)).toHaveLength(24);
  });

  test('a U pipe turns about its first space, and stays on the board', () => {
    expect(placeName(turned(placeOf('a1b1'), 4))).toBe('a1a2');
    expect(placeName(turned(placeOf('a1a2'), 4))).toBe('a1b1');
    expect(placeName(turned(placeOf('c4d4'), 4))).toBe('c3c4');
    expect(placeName(turned(placeOf('d1d2'), 4))).toBe('c1d1');
  });
});

describe('moves', () => {
  test('are taken apart as the server does', () => {
    for (const move of [...movesOf(middle), ...movesOf(large)]) {
      const { head, from, to } = partsOf(move)!;
      expect(head + placeName(to!)).toBe(move);
      expect(from === undefined).toBe(move.includes('@'));
    }
    expect(partsOf('deal:?')).toBeUndefined();
  });

  test('of the server can all be made by pointing, and nothing else', () => {
    for (const look of [start, early, middle, large]) {
      const made = playableHeads(new Hand(look).state).flatMap((head) =>
        allPlaces(look.view.size, partsOf(head)!.isU ? 2 : 1).flatMap((place) => {
          const hand = new Hand(look);
          hand.choose(head);
          hand.tap(placeName(place), 'mouse', `place:${placeName(place)}`);
          return hand.played();
        }),
      );
      expect(made.sort()).toEqual(movesOf(look).sort());
    }
  });
});

describe('a mouse', () => {
  test('chooses in the tray, points and plays', () => {
    const hand = new Hand(start);
    hand.choose('M@');
    expect(hand.said()).toBe('Medium pipe chosen: 9 free places');
    hand.point('b2');
    expect(verdictOf(hand.state)).toEqual({ type: 'legal', move: 'M@b2' });
    hand.tap('b2', 'mouse');
    expect(hand.played()).toEqual(['M@b2']);
    expect(hand.state.sent).toBe('M@b2');
    expect(hand.said()).toBe('Medium pipe placed to b2');
  });

  test('plays nothing twice while the server is asked', () => {
    const hand = new Hand(start);
    hand.choose('M@');
    hand.tap('b2', 'mouse');
    hand.choose('S@');
    hand.tap('b2', 'mouse');
    expect(hand.played()).toEqual(['M@b2']);
    hand.show(start);
    hand.choose('S@');
    hand.tap('a1', 'mouse');
    expect(hand.played()).toEqual(['M@b2', 'S@a1']);
  });

  test('chooses a pipe on the board and moves it', () => {
    const hand = new Hand(middle);
    const head = playableHeads(hand.state).find((it) => it.endsWith('-'))!;
    const { from } = partsOf(head)!;
    hand.tap(placeName(from!), 'mouse', `pipe:${head}`);
    expect(hand.state.chosen).toBe(head);
    const [place] = middle.choices![head]!.split(' ');
    hand.point(place!);
    hand.tap(place!, 'mouse');
    expect(hand.played()).toEqual([head + place]);
  });

  test('finds the ring under it without a target', () => {
    const hand = new Hand(middle);
    const pipe = middle.view.pipes.find((it) => it.color === 'blue' && it.diameter === 'large' && it.spaces.length > 0)!;
    const { x, y } = hand.at(pipe.spaces[0]!);
    hand.send({ type: 'tap', area: 'board', at: { x: x + 7.8, y }, pointer: 'mouse', isSecond: false });
    expect(hand.state.chosen).toBe(`L${pipe.spaces[0]}-`);
  });

  test('a second click on the same pipe, the right button and Escape put it back', () => {
    const hand = new Hand(start);
    hand.choose('S@');
    hand.choose('S@');
    expect(hand.state.chosen).toBeUndefined();
    hand.choose('S@');
    hand.send({ type: 'tap', area: 'board', at: { x: 1, y: 1 }, pointer: 'mouse', isSecond: true });
    expect(hand.state.chosen).toBeUndefined();
    hand.choose('S@');
    hand.keys('Escape');
    expect(hand.state.chosen).toBeUndefined();
  });

  test('leaves the board, and the pipe stays chosen', () => {
    const hand = new Hand(start);
    hand.choose('S@');
    hand.point('a1');
    hand.send({ type: 'leave' });
    expect(hand.place()).toBeUndefined();
    expect(hand.state.chosen).toBe('S@');
    hand.send({ type: 'point', at: { x: -30, y: 10 } });
    expect(hand.place()).toBeUndefined();
  });

  test('moves that change nothing leave the state as it is', () => {
    const hand = new Hand(start);
    hand.choose('S@');
    hand.point('a1');
    const before = hand.state;
    hand.send({ type: 'point', at: { x: 8, y: 51 } });
    hand.send({ type: 'wheel', isForward: true, isShift: false });
    hand.send({ type: 'resize', area: 'tray', width: 10, height: 10 });
    expect(hand.state).toBe(before);
  });

  test('an empty hand is told to choose first', () => {
    const hand = new Hand(start);
    hand.tap('b2', 'mouse');
    expect(hand.said()).toBe('Choose a pipe first');
    expect(hand.played()).toEqual([]);
  });

  test('an edge between two spaces is a place for a U pipe, and legal ones attract', () => {
    const hand = new Hand(lookAt('4x4-start'));
    hand.choose('UM@');
    hand.point('b2b3');
    expect(verdictOf(hand.state)).toEqual({ type: 'legal', move: 'UM@b2b3' });
    hand.point('b2c2');
    expect(hand.place()).toBe('b2c2');
    const busy = new Hand(large);
    busy.choose('L@');
    // Nearer to b4, where a large pipe stands already, than to b3.
    busy.send({ type: 'point', at: { x: 30, y: 19 } });
    expect(busy.place()).toBe('b3');
  });
});

describe('dragging', () => {
  test('a mouse brings a pipe from the tray to the board', () => {
    const hand = new Hand(start);
    const beside = { x: 30, y: 90 };
    hand.drag('tray', beside, beside, 'mouse', 'pipe:L@');
    expect(hand.state.afloat).toEqual({ x: 1.5, y: -1.5 });
    hand.drag('tray', beside, hand.at('c1'), 'mouse', 'pipe:L@');
    expect(hand.state.afloat).toBeUndefined();
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual(['L@c1']);
    expect(hand.state.isDragging).toBe(false);
  });

  test('a finger sees the pipe above it', () => {
    const hand = new Hand(start);
    const { x, y } = hand.at('c1');
    hand.drag('tray', { x: 30, y: 90 }, { x, y: y + 8 }, 'touch', 'pipe:L@');
    expect(hand.place()).toBe('c1');
    hand.send({ type: 'drop', pointer: 'touch' });
    expect(hand.played()).toEqual(['L@c1']);
  });

  test('a pipe on the board is moved, also while another is chosen', () => {
    const hand = new Hand(middle);
    hand.choose('S@');
    const head = playableHeads(hand.state).find((it) => it.startsWith('M') && it.endsWith('-'))!;
    const [place] = middle.choices![head]!.split(' ');
    const { x, y } = hand.at(placeName(partsOf(head)!.from!));
    hand.drag('board', { x: x + 5.2, y }, hand.at(place!), 'mouse');
    expect(hand.state.chosen).toBe(head);
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual([head + place]);
  });

  test('beside the board, where it was, and broken off: nothing is played', () => {
    const hand = new Hand(middle);
    const head = playableHeads(hand.state).find((it) => it.endsWith('-'))!;
    const home = hand.at(placeName(partsOf(head)!.from!));
    hand.drag('board', home, { x: 30, y: 500 }, 'mouse', `pipe:${head}`);
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state.chosen).toBeUndefined();
    hand.drag('board', home, home, 'mouse', `pipe:${head}`);
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.state.chosen).toBeUndefined();
    hand.drag('board', home, { x: 30, y: 30 }, 'touch', `pipe:${head}`);
    hand.send({ type: 'leave' });
    hand.send({ type: 'drop', pointer: 'touch' });
    expect(hand.state.isDragging).toBe(false);
    expect(hand.played()).toEqual([]);
  });

  test('on an illegal place the reason is asked for and the pipe stays in hand', () => {
    const hand = new Hand(early);
    hand.drag('tray', { x: 0, y: 90 }, hand.at('b2'), 'mouse', 'pipe:S@');
    hand.send({ type: 'drop', pointer: 'mouse' });
    expect(hand.played()).toEqual([]);
    expect(hand.state.chosen).toBe('S@');
    expect(hand.asked()).toHaveLength(1);
  });
});

describe('a finger', () => {
  test('taps a pipe, then a place', () => {
    const hand = new Hand(start);
    hand.send({ type: 'tap', area: 'tray', at: { x: 0, y: 0 }, target: 'pipe:S@', pointer: 'touch', isSecond: false });
    hand.tap('a3', 'touch');
    expect(hand.played()).toEqual(['S@a3']);
  });

  test('a screen reader taps by name alone', () => {
    const hand = new Hand(start);
    hand.choose('S@');
    hand.send({ type: 'tap', area: 'board', at: { x: 0, y: 0 }, target: 'place:c1', pointer: 'touch', isSecond: false });
    expect(hand.played()).toEqual(['S@c1']);
  });

  test('a tap on one of its own pipes where nothing can be placed takes that pipe', () => {
    const hand = new Hand(middle);
    hand.choose('S@');
    const head = playableHeads(hand.state).find((it) => it.startsWith('S') && it.endsWith('-'))!;
    hand.tap(placeName(partsOf(head)!.from!), 'touch', `pipe:${head}`);
    expect(hand.state.chosen).toBe(head);
    expect(hand.played()).toEqual([]);
  });
});

describe('keys', () => {
  test('play a whole move', () => {
    const hand = new Hand(start);
    hand.keys('n');
    expect([hand.state.chosen, hand.place()]).toEqual(['S@', 'a3']);
    hand.keys('n', 'ArrowDown', 'ArrowRight');
    expect(hand.said()).toBe('Medium pipe to b2: Enter plays it');
    hand.keys('Enter');
    expect(hand.played()).toEqual(['M@b2']);
  });

  test('go through the pipes that can be played, both ways', () => {
    const hand = new Hand(middle);
    const heads = playableHeads(hand.state);
    const seen = heads.map(() => {
      hand.keys('n');
      return hand.state.chosen!;
    });
    expect(seen).toEqual(heads);
    hand.keys('n');
    expect(hand.state.chosen).toBe(heads[0]);
    hand.keys('p');
    expect(hand.state.chosen).toBe(heads.at(-1));
  });

  test('go through the legal places, both ways', () => {
    const hand = new Hand(middle);
    hand.choose('S@');
    const places = middle.choices!['S@']!.split(' ');
    const seen = places.map(() => {
      hand.keys('g');
      return hand.place()!;
    });
    expect([...seen].sort()).toEqual([...places].sort());
    hand.keys('g');
    expect(hand.place()).toBe(seen[0]);
    hand.keys('G');
    expect(hand.place()).toBe(seen.at(-1));
  });

  test('turn a U pipe and go on with it', () => {
    const hand = new Hand(lookAt('4x4-start'));
    hand.choose('US@');
    hand.keys('g');
    expect(hand.place()).toBe('a4b4');
    hand.keys('r');
    expect(hand.place()).toBe('a3a4');
    hand.keys('ArrowUp');
    expect(hand.place()).toBe('a3a4');
    hand.keys('ArrowRight', 'Enter');
    expect(hand.played()).toEqual(['US@b3b4']);
  });

  test('another pipe keeps the cursor where it was', () => {
    const hand = new Hand(lookAt('4x4-start'));
    hand.keys('n', 'ArrowDown', 'ArrowDown', 'ArrowRight');
    expect(hand.place()).toBe('b2');
    hand.choose('UM@');
    expect(hand.place()).toMatch(/b2/);
    hand.keys('Escape');
    expect(hand.place()).toHaveLength(2);
  });

  test('an empty hand reads the spaces, and Enter takes what stands there', () => {
    const hand = new Hand(middle);
    hand.keys('ArrowDown');
    expect(hand.place()).toBe('a3');
    expect(hand.said()).toMatch(/^a3: small \w+, medium \w+, large \w+/);
    const head = playableHeads(hand.state).find((it) => it.endsWith('-'))!;
    const [[column, row]] = partsOf(head)!.from! as [[number, number]];
    hand.keys(...Array<string>(column).fill('ArrowRight'), ...Array<string>(2 - row).fill('ArrowDown'), 'Enter');
    expect(partsOf(hand.state.chosen!)!.from!.map((cell) => placeName([cell]))).toEqual([hand.place()]);
  });

  test('at the edge the same is said again', () => {
    const hand = new Hand(start);
    hand.keys('ArrowUp');
    hand.effects = [];
    hand.keys('ArrowUp');
    expect(hand.said()).toBe('a3: small free, medium free, large free');
  });

  test('in the tray arrows go through the hand, and Enter brings the pipe to the board', () => {
    const hand = new Hand(start);
    hand.send({ type: 'key', area: 'tray', key: 'ArrowRight', target: 'pipe:S@' });
    hand.send({ type: 'key', area: 'tray', key: 'ArrowRight', target: 'pipe:S@' });
    expect(hand.state.chosen).toBe('M@');
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'tray', target: 'pipe:M@' });
    hand.send({ type: 'key', area: 'tray', key: 'ArrowLeft', target: 'pipe:M@' });
    expect(hand.state.chosen).toBe('S@');
    hand.send({ type: 'key', area: 'tray', key: 'Enter', target: 'pipe:S@' });
    expect(hand.place()).toBe('a3');
    expect(hand.effects).toContainEqual({ type: 'focus', area: 'board' });
  });

  test('Enter on a place that has the focus plays there', () => {
    const hand = new Hand(start);
    hand.choose('S@');
    hand.send({ type: 'key', area: 'board', key: 'Enter', target: 'place:b1' });
    expect(hand.played()).toEqual(['S@b1']);
  });
});

describe('buttons', () => {
  test('play a move', () => {
    const hand = new Hand(start);
    for (const id of ['next-pipe', 'next-place', 'next-place', 'play']) {
      hand.send({ type: 'press', id });
    }
    expect(hand.played()).toEqual(['S@c3']);
    hand.send({ type: 'press', id: 'no such button' });
    expect(hand.played()).toHaveLength(1);
  });
});

describe('reasons', () => {
  const why = data('aquapipe-3x3-early-why') as MoveExplanation[];

  test('are asked once for all illegal places of a pipe, and said when they come', () => {
    const hand = new Hand(early);
    hand.choose('S@');
    hand.point('b2');
    expect(hand.asked().map((it) => it.moves)).toEqual([['S@b2']]);
    hand.answer(why);
    expect(hand.said()).toBe('Small pipe to b2: a small pipe fills that slot of b2 already');
    hand.point('a1');
    hand.point('b2');
    expect(hand.asked()).toHaveLength(1);
  });

  test('a pipe that can go nowhere says why as soon as it is chosen', () => {
    const hand = new Hand(early);
    hand.tap('b2', 'mouse', 'pipe:Sb2-');
    expect(hand.asked()[0]!.moves).toHaveLength(9);
    hand.answer(why);
    const reason = 'blue moves pipes once it has placed one of each diameter';
    expect(hand.said()).toBe(`Small pipe on b2 can go nowhere: ${reason}`);
  });

  test('without an answer something is said and it may be asked again', () => {
    const hand = new Hand(early);
    hand.choose('S@');
    hand.point('b2');
    hand.answer(undefined);
    expect(hand.said()).toBe('Small pipe to b2: it cannot go there');
    hand.point('a1');
    hand.point('b2');
    expect(hand.asked()).toHaveLength(2);
  });

  test('about another position are not believed', () => {
    const hand = new Hand(early);
    hand.choose('S@');
    hand.point('b2');
    hand.show(middle);
    hand.answer(why);
    expect(hand.state.reasons.size).toBe(0);
  });
});

describe('what cannot be played', () => {
  const inputs = (hand: Hand) => {
    hand.choose('S@');
    hand.point('b2');
    hand.tap('b2', 'mouse');
    hand.tap('b2', 'touch', 'place:b2');
    hand.drag('tray', { x: 0, y: 0 }, hand.at('b2'), 'mouse', 'pipe:S@');
    hand.send({ type: 'drop', pointer: 'mouse' });
    hand.keys('n', 'g', 'Enter');
    hand.send({ type: 'press', id: 'next-pipe' });
    hand.send({ type: 'press', id: 'play' });
  };

  test('a past position, a finished game and the turn of another', () => {
    const looks: Look[] = [
      { ...middle, isPast: true },
      lookAt('3x3-won'),
      { view: middle.view, viewer: 2 },
      { view: middle.view },
    ];
    for (const look of looks) {
      const hand = new Hand(look);
      inputs(hand);
      expect(hand.played()).toEqual([]);
      expect(hand.state.chosen).toBeUndefined();
    }
  });

  test('before anything is shown', () => {
    const hand = new Hand(undefined);
    hand.keys('n', 'ArrowUp', 'Enter');
    expect([hand.played(), hand.said()]).toEqual([[], undefined]);
  });
});

describe('news', () => {
  test('keep what is held while it can be held, and drop it when the turn is over', () => {
    const hand = new Hand(start);
    hand.choose('L@');
    hand.show(start);
    expect(hand.state.chosen).toBe('L@');
    hand.show({ view: start.view, viewer: 1 });
    expect(hand.state.chosen).toBeUndefined();
  });
});
