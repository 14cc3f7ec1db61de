import type {Stream} from './stream.ts';

export interface ControlEvents {
	/** Stop the job with this id, in whatever process it runs. */
	cancelJob: {jobId: string; reason: string};
	/** A setting changed: every process reads the settings again. */
	settingChanged: {key: string};
	/** A user or an API key changed: every process must drop its cached callers. */
	callersChanged: Record<string, never>;
}

export const controlStream: Stream<ControlEvents> = {channel: 'control'};
