import type {Chaos} from './chaos.ts';
export const chaosDisk: Chaos = async () => ({faults: [], figures: ''});
