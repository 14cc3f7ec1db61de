import type {HistoryStore} from '../store/downloads/history.ts';
import type {HistoryEntry, HistoryEvent} from '../store/downloads/history-schema.ts';
import type {createTaskActivityStore, SearchedTitle} from '../store/tasks/task-activities.ts';

/** What people want to know of when they come back. */
const reportedEvents = ['grabbed', 'imported', 'downloadFailed', 'importFailed', 'subtitleDownloaded'] as const satisfies HistoryEvent[];

export interface Happened {
	from: Date;
	to: Date;
	counts: {
		grabbed: number;
		imported: number;
		failed: number;
		subtitles: number;
		/** Titles, each once. */
		searched: number;
		refused: number;
		nothing: number;
	};
	/** Newest first. */
	entries: HistoryEntry[];
	/** The last outcome for each title that tasks searched in vain, newest first. */
	searches: SearchedTitle[];
}

interface Deps {
	history: Pick<HistoryStore, 'since'>;
	taskActivities: Pick<ReturnType<typeof createTaskActivityStore>, 'searchedSince'>;
}

/** What was grabbed, imported, refused and failed in a time; no more than `limit` of each. */
export async function readHappened(
	{from, to, limit}: {from: Date; to: Date; limit: number},
	{history, taskActivities}: Deps,
): Promise<Happened> {
	const [{entries, counts}, titles] = await Promise.all([
		history.since({from, to, limit, events: reportedEvents}),
		taskActivities.searchedSince({from, to}),
	]);
	const inVain = titles.filter(({status}) => status !== 'grabbed');
	const withStatus = (wanted: string) => titles.filter(({status}) => status === wanted).length;
	return {
		from,
		to,
		counts: {
			grabbed: counts.grabbed,
			imported: counts.imported,
			failed: counts.downloadFailed + counts.importFailed,
			subtitles: counts.subtitleDownloaded,
			searched: titles.length,
			refused: withStatus('refused'),
			nothing: withStatus('nothing'),
		},
		entries,
		searches: inVain.slice(0, limit),
	};
}
