import {counted} from '../parts/text.ts';

const orNothing = (count: number, done: string) => (count === 0 ? `nothing ${done}` : `${count} ${done}`);

const outOf = (looked: string, done: string) => (processed: number, affected: number) =>
	processed === 0 ? `no ${looked} to look at` : `${counted(processed, looked)} looked at, ${orNothing(affected, done)}`;

/** What a run of each task did, by what it looked at and what came of it. */
const said: Readonly<Record<string, (processed: number, affected: number) => string>> = {
	rssSync: (read, grabbed) => `${counted(read, 'release')} read, ${orNothing(grabbed, 'grabbed')}`,
	pendingReleases: (waiting, grabbed) => `${counted(waiting, 'waiting release')} checked, ${orNothing(grabbed, 'grabbed')}`,
	cutoffUnmet: outOf('title', 'searched'),
	upgrade: outOf('title', 'searched'),
	missingMovies: outOf('movie', 'searched'),
	missingEpisodes: outOf('series', 'searched'),
	newEpisodes: outOf('series', 'searched'),
	missingSubtitles: outOf('file', 'searched'),
	subtitleUpgrade: outOf('file', 'searched'),
	subtitleSearchOnImport: outOf('new file', 'searched'),
	importLists: read => `${counted(read, 'list')} read`,
	refreshMetadata: titles => `${counted(titles, 'title')} refreshed`,
	collections: outOf('collection', 'changed'),
	sceneNumbers: outOf('series', 'changed'),
	libraryScan: (files, changed) => `${counted(files, 'title')} looked at, ${orNothing(changed, 'changed')}`,
	historyCleanup: (_all, removed) => orNothing(removed, 'removed'),
	statistics: titles => `${counted(titles, 'title')} counted`,
	reconcile: (_active, repaired) => orNothing(repaired, 'repaired'),
	indexerDefinitions: (all, fresh) => `${counted(all, 'definition')} read, ${orNothing(fresh, 'new')}`,
	guide: (all, changed) => `${counted(all, 'part')} read, ${orNothing(changed, 'changed')}`,
};

/** “140 releases read, nothing grabbed” */
export function saidOfRun(taskId: string, {itemsProcessed, itemsAffected}: {itemsProcessed: number; itemsAffected: number}) {
	const words = said[taskId] ?? ((all, changed) => `${all} looked at, ${orNothing(changed, 'changed')}`);
	return words(itemsProcessed, itemsAffected).replace(/\bseriess\b/, 'series');
}
