import type {Collector} from './collect.ts';

/** Collectors by file. The substitute for AVA is loaded once per file and finds its collector here. */
export const collectors = new Map<string, Collector>();

/** Of the file that is being loaded, for helpers that declare tests; files are loaded one after another. */
export const lastCollector = (): Collector | undefined => [...collectors.values()].at(-1);
