import type {Collector} from './collect.ts';

/** Collectors by file. The substitute for AVA is loaded once per file and finds its collector here. */
export const collectors = new Map<string, Collector>();
