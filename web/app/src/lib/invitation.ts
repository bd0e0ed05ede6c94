/** The link to a table, which is what a player sends to a friend. */

import type { Room } from './room.svelte';

/** The address of the table, with its key if a seat is kept for whoever has the link. */
export function invitationOf(room: Room): string {
  const key = room.table?.key;
  return `${location.origin}/tables/${room.address.id}${key ? `?key=${key}` : ''}`;
}
