import type {Teller} from '#scripts/teller/console.ts';

/** Killed processes report hundreds of ends and starts, which nobody wants to read. */
export const quietTeller: Teller = {step: () => undefined, progress: () => undefined};
