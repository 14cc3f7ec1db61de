import type {Stream} from './stream.ts';

/** Questions to machines, of which each has one process answer. The answers are left in Redis, encrypted. */
export interface MachineEvents {
	asked: {askId: string; machineId: string};
	answered: {askId: string};
}

export const machineStream: Stream<MachineEvents> = {channel: 'machines'};
