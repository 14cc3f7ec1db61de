import type {Stream} from './stream.ts';

export interface ControlEvents {
	/** Stop the job with this id, in whichever process it runs. */
	cancelJob: {jobId: string; reason: string};
	/** A setting changed: every process reads it anew. */
	settingChanged: {key: string};
	/** A user or an API key changed: no process may go on trusting what it remembers. */
	callersChanged: Record<string, never>;
}

export const controlStream: Stream<ControlEvents> = {channel: 'control'};
