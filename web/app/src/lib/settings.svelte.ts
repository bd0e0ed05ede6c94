/** What a person likes: kept in this browser. */

const KEY = 'tilewright.settings';

const USUAL = {
  theme: 'auto' as 'auto' | 'light' | 'dark',
  palette: 'usual' as 'usual' | 'color-blind',
  board: 'plain' as 'plain' | 'rich',
  hasLetters: false,
  hasSounds: true,
  hasVibration: true,
  isStill: false,
  showCoordinates: true,
  showNumbers: false,
  showLast: true,
  showCorners: false,
  showPlaces: false,
  /** The level of bots at each game, by its slug. */
  levels: {} as Record<string, number>,
  /** The game that was opened last, by its slug. */
  lastGame: '',
};

export type Settings = typeof USUAL;

function read(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings: Settings = $state(read());

/** Keeps the settings, and gives the page its colors. */
export function applySettings(): void {
  const root = document.documentElement;
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.palette = settings.palette;
  root.dataset.board = settings.board;
  root.dataset.still = String(settings.isStill);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
