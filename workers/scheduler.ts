import {controlStream} from '#shared/events/control.ts';
import {trackDownloads} from '#shared/jobs/track-downloads.ts';
import type {WorkerDeps} from './deps.ts';

/** Keeps BullMQ's repeat schedule in step with the settings; any number of processes may do so, the schedule is one for all. */
export async function keepSchedule({jobs, settings, events, log}: WorkerDeps): Promise<() => void> {
	let pollSeconds = 0;
	const schedule = async () => {
		const wanted = settings.get('download.pollSeconds');
		if (wanted === pollSeconds) {
			return;
		}
		await jobs
			.queue(trackDownloads.queue)
			.upsertJobScheduler(
				trackDownloads.name,
				{every: wanted * 1000},
				{name: trackDownloads.name, data: {payload: {}}, opts: {attempts: 1, removeOnComplete: {count: 10}, removeOnFail: {count: 100}}},
			);
		pollSeconds = wanted;
	};
	await schedule();
	return events.subscribe(controlStream, ({event}) => {
		if (event === 'settingChanged') {
			// The settings read their values at the same word; a moment later they are there.
			setTimeout(() => schedule().catch(error => log.warn({err: error}, 'The schedule could not be changed')), 500).unref();
		}
	});
}
