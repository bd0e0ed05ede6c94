/** Who looks at the page. */

import type { Me } from '../wire/Me';
import * as api from './api';

class Person {
  me: Me | null = $state(null);

  /** Asks the server who we are. */
  async refresh(): Promise<void> {
    this.me = await api.me().catch(() => this.me);
  }
}

export const person = new Person();
