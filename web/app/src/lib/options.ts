/** The options of the games in the words of players. What is not here is shown in the words of the server. */

import type { GameInfo } from '../wire/GameInfo';
import type { GameOption } from '../wire/GameOption';
import { capital } from './words';

/** How an option is asked for. */
export interface Choice {
  name: string;
  label: string;
  help: string;
  isSwitch: boolean;
  /** The values with their words; none where a number is typed. */
  values: { value: string; label: string }[] | undefined;
  range: [number, number] | null;
  usual: string;
}

/** Options that belong together. */
export interface Group {
  title: string;
  choices: Choice[];
}

interface Words {
  group: string;
  label: string;
  help?: string;
  values?: Record<string, string>;
}

const WORDS: Record<string, Record<string, Words>> = {
  blokus: {
    scoring: {
      group: 'Scoring',
      label: 'Points',
      values: {
        advanced: 'Squares left, +15 for all pieces, +5 if the last was the single square',
        basic: 'Squares left, without a bonus',
        tilewe: 'Squares placed, without a bonus',
      },
    },
    'free-start': { group: 'Start', label: 'Free choice of the start corner', help: 'A color may begin on any start square that is free.' },
  },
  triominos: {
    'single-round': { group: 'Length', label: 'A single round', help: 'The game ends with the first round.' },
    target: { group: 'Length', label: 'Points to reach', help: 'The round in which somebody reaches them is the last.' },
    'game-winner': {
      group: 'Length',
      label: 'The game is won by',
      values: { 'round-winner-first': 'The winner of the last round, with the points reached', highest: 'The highest score' },
    },
    starter: {
      group: 'Turns',
      label: 'The first tile is placed by',
      values: { 'highest-triple': 'Whoever holds the highest triple', free: 'Player 1, later the last winner, with any tile' },
    },
    'max-draws': { group: 'Turns', label: 'Draws in a turn at most', help: '0 is without limit.' },
    'voluntary-draw': { group: 'Turns', label: 'Draw although a tile fits', help: 'A player may draw or pass while a tile fits.' },
    'pass-penalty-empty-pile': { group: 'Turns', label: 'Passing costs points without a pile, too' },
    hands: {
      group: 'Turns',
      label: 'Tiles',
      values: { dealt: 'Hidden hands and a pile', shared: 'All tiles open, for everybody' },
    },
    hexagon: {
      group: 'Bonuses',
      label: 'Hexagons',
      values: { '50/60/70': '50, two at once 60, three 70', '50/100/150': '50 each' },
    },
    bridge: { group: 'Bonuses', label: 'Bridges', values: { any: 'Every bridge counts', 'completed-only': 'Only those that share one edge' } },
    'bridge-with-hexagon': { group: 'Bonuses', label: 'A bridge counts beside a hexagon' },
    'blocked-when': {
      group: 'Blocked rounds',
      label: 'A round is blocked',
      values: {
        'empty-pile': 'When the pile is empty and nobody placed in a whole circle',
        passes: 'When nobody placed in a whole circle, whatever is left in the pile',
      },
    },
    'blocked-winner': { group: 'Blocked rounds', label: 'It is won by', values: { points: 'The fewest points in hand', tiles: 'The fewest tiles in hand' } },
    'blocked-score': {
      group: 'Blocked rounds',
      label: 'Its winner gets',
      values: {
        'others-minus-own': 'The points of the others, less the own',
        'sum-of-differences': 'The difference to each of the others',
        others: 'The points of the others',
        'everyone-minus-own': 'The points of all, less the own',
      },
    },
  },
  coerceo: {
    cost: { group: 'Rules', label: 'Tiles for an exchange' },
    'exchange-collects': { group: 'Rules', label: 'An exchange collects tiles', help: 'Tiles that fall by it go to the player who exchanged.' },
    stalemate: { group: 'Ends', label: 'Without a move', values: { draw: 'It is a draw', loss: 'That player loses' } },
    'win-captures': { group: 'Ends', label: 'Captures that win', values: { off: 'All pieces must be taken' } },
    'board-only': { group: 'For programs', label: 'No end by repetition' },
  },
  aquapipe: {
    'move-after': {
      group: 'Rules',
      label: 'Pipes on the board can be moved',
      values: { each: 'Once one of each diameter is placed', 'any-time': 'At any time', never: 'Never' },
    },
    'four-rows': { group: 'Rules', label: 'Four rows of three win, too', help: 'In 4x4.' },
    'u-pipes': { group: 'Rules', label: 'U pipes', values: { 'small-medium': 'Small and medium', 'medium-large': 'Medium and large' } },
    'board-only': { group: 'For programs', label: 'No end by repetition' },
  },
};

const OTHERS = 'More';

/** Where an option of the server says in parentheses what is usual, the form shows that already. */
const USUAL_IN_TEXT = / \([^)]*\)$/;

/** The options of a game for a variant, in groups. */
export function groupsOf(game: GameInfo, variant: string): Group[] {
  const usualOf = game.variants.find((it) => it.name === variant)?.options ?? {};
  const groups = new Map<string, Choice[]>();
  for (const option of game.options) {
    if (option.name === 'variant' || option.name === 'seats') continue;
    const words = WORDS[game.game]?.[option.name];
    const choice = choiceOf(option, words, usualOf[option.name] ?? option.default);
    const title = words?.group ?? OTHERS;
    groups.set(title, [...(groups.get(title) ?? []), choice]);
  }
  return [...groups].map(([title, choices]) => ({ title, choices }));
}

function choiceOf({ name, help, choices, range }: GameOption, words: Words | undefined, usual: string): Choice {
  const isSwitch = choices !== null && choices.length === 2 && choices.includes('on') && choices.includes('off');
  const labelOf = (value: string) => ({ value, label: words?.values?.[value] ?? value });
  return {
    name,
    label: words?.label ?? capital(name.replaceAll('-', ' ')),
    help: words ? (words.help ?? '') : capital(help.replace(USUAL_IN_TEXT, '')),
    isSwitch,
    values: choices?.map(labelOf),
    range,
    usual,
  };
}
