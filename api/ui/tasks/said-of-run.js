import {counted} from '../parts/text.js';

/** @param {number} count @param {string} done */
const orNothing = (count, done) => (count === 0 ? `nothing ${done}` : `${count} ${done}`);

/** @param {string} looked @param {string} done */
const outOf = (looked, done) => (/** @type {number} */ processed, /** @type {number} */ affected) =>
	processed === 0 ? `no ${looked} to look at` : `${counted(processed, looked)} looked at, ${orNothing(affected, done)}`;

/**
 * What a run of each task did, by what it looked at and what came of it.
 * @type {Readonly<Record<string, (processed: number, affected: number) => string>>}
 */
const said = {
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

/** “140 releases read, nothing grabbed” @param {string} taskId @param {{itemsProcessed: number, itemsAffected: number}} run */
export function saidOfRun(taskId, {itemsProcessed, itemsAffected}) {
	const words = said[taskId] ?? ((all, changed) => `${all} looked at, ${orNothing(changed, 'changed')}`);
	return words(itemsProcessed, itemsAffected).replace(/\bseriess\b/, 'series');
}
