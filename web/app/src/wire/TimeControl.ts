export type TimeControl = { "type": "per-move", seconds: number, } | { "type": "total", seconds: number, increment?: number, delay?: number, } | { "type": "correspondence", days: number, };
