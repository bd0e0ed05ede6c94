import type { RunningClock } from "./RunningClock";
export type ClockState = { left_millis: Array<number>, running?: RunningClock, gone_millis: { [key in number]: number }, };
