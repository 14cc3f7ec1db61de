import type {Collector} from './collect.ts';

/** By file. The substitute for AVA is loaded once for each file, and finds here what is meant for that file. */
export const collectors = new Map<string, Collector>();
