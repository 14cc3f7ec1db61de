import type {Chaos} from './chaos.ts';
export const chaosGrab: Chaos = async () => ({faults: [], figures: ''});
