import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Chaos} from './chaos.ts';
import {startLoad} from './operations/load.ts';
import {openEarlierVersion} from './stage/earlier-version.ts';
import {watchExecutions} from './stage/executions.ts';
import {awaitFiles, awaitSubtitles, judgeJourneys, strayFiles} from './stage/judge-journeys.ts';
import {endSchedules, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath} from './stage/stage.ts';

const usualMinutes = 5;
const minuteMs = 60_000;
const films = 400;
const showEvery = 4;
const groups = [
	['search', 'refresh', 'tasks', 'lists'],
	['grab', 'downloads', 'connections'],
	['import', 'disks', 'files', 'backfill', 'subtitles'],
];
const filmPauseMs = 3_000;
const readLimitMs = 60_000;
const settleMs = 180_000;
const filesMs = 400_000;
const subtitlesMs = 300_000;

/**
 * An API and a worker of each pool of the last version beside those of this one, on the same servers. Callers ask both
 * APIs in turn, and each worker takes what the other version added. Nothing dies, and nothing may be lost, doubled,
 * stuck or refused.
 */
export const chaosVersions: Chaos = async ({reporter, rounds}) => {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-versions-'));
	const earlier = openEarlierVersion(folder);
	if (!earlier) {
		rmSync(folder, {recursive: true, force: true});
		return {faults: [], figures: '', skipped: 'there is no history to take an earlier version from'};
	}
	const isEarlier = (number: number) => number === 0 || (number > 1 && number < 2 + groups.length);
	try {
		const stage = await openStage({
			...{reporter, apis: 2, workers: [...groups, ...groups], films, showEvery, subtitles: true, secondsOf: () => 5},
			programOf: (program, number) => (isEarlier(number) ? earlier.programOf(program) : program),
		});
		try {
			const {servers, caller, client, parts, library} = stage;
			const watch = await watchExecutions(servers.mongodbUri);
			await runEveryMinute(caller);
			const load = startLoad(stage, {filmPauseMs, readLimitMs});
			await pause((rounds ?? usualMinutes) * minuteMs);
			await load.stop();
			const unfinished = await endSchedules(caller, watch, settleMs);
			const unimported = await awaitFiles(load.journeys, stage, filesMs);
			const unsubtitled = await awaitSubtitles(load.journeys, stage, subtitlesMs);
			await watch.stop();
			const faults = [
				...[...parts.flatMap(({crashes}) => crashes), ...load.faults, ...new Set(caller.surprises), ...unfinished],
				...[...unimported, ...unsubtitled, ...(await judgeJourneys(load.journeys, stage)), ...strayFiles(load.journeys, library)],
			];
			const figures = `${earlier.commit} beside this version, ${load.journeys.length} titles grabbed and ${client.added.size} in the client`;
			return {faults, figures: `${figures}, ${watch.seen().length} executions, ${load.reads()} lists read; output in ${outputPath}`};
		} finally {
			await stage.close();
		}
	} finally {
		earlier.remove();
		rmSync(folder, {recursive: true, force: true});
	}
};
