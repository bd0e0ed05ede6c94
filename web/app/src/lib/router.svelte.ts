/** Which page is shown: the path and the query of the address. */

class Place {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  #read = () => {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  };

  constructor() {
    addEventListener('popstate', this.#read);
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a');
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || link.target || link.download || link.origin !== location.origin) return;
      if (link.pathname.startsWith('/api/') || event.defaultPrevented) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  /** Writes a part of the query into the address without going anywhere; no value takes it out. */
  note(name: string, value: string | undefined): void {
    const query = new URLSearchParams(location.search);
    if (value === undefined) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
  }

  /** Shows another page. */
  go(to: string): void {
    history.pushState(null, '', to);
    this.#read();
    scrollTo(0, 0);
    // Who listens to the page hears where it is; who uses the keyboard begins at its top.
    queueMicrotask(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }
}

export const place = new Place();
