export type RunningClock = { seat: number, delay_millis: number, first_move_millis?: number, };
