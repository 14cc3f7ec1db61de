import {changeWithJob, type PromiseDeps} from '#shared/coordination/outbox.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {maxTagsOfTitle} from '#shared/domain/media/tags.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import {applyAutoTags} from '#shared/jobs/tags.ts';
import {flag, integer, text} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {Stores} from '#shared/store/database.ts';
import type {TagChange} from '#shared/store/titles/title-tags.ts';
import {type RestartDeps, restartSearches} from '#shared/tasks/restart-searches.ts';
import {type MoveFiles, moveTitles, ofMove} from './file-moves.ts';
import {askedFolder} from './title-copies.ts';
import {type FolderDeps, moveFolders, type OwnFolder} from './title-folder.ts';

export interface TitleChange<Changed> {
	titleIds: readonly string[];
	change: {
		qualityProfileId?: string | undefined;
		languageProfileId?: string | null | undefined;
		libraryId?: string | null | undefined;
		tagChange?: TagChange | undefined;
	};
	write(): Promise<Changed>;
}

/**
 * Changes titles. A new profile changes the scores of their files, and a new language profile or library the subtitles
 * that they lack, so jobs, stored before the change, work both out again; rules of tags follow in the same way. All
 * that, and tags, may accept other releases, so the backoff of the titles' searches is reset.
 */
export async function changeTitles<Changed>(
	{titleIds, change, write}: TitleChange<Changed>,
	deps: PromiseDeps & RestartDeps & Pick<Stores, 'autoTags' | 'importListItems'>,
): Promise<Changed> {
	// Before the change: no list may take back what a person has touched.
	await deps.importListItems.noteTouched(titleIds);
	const {qualityProfileId, languageProfileId, libraryId, tagChange} = change;
	const hasRules = await deps.autoTags.any();
	const payload = {titleIds: [...titleIds], libraryId: null};
	const isOther = languageProfileId !== undefined || libraryId !== undefined;
	const rules = {job: applyAutoTags, payload: {titleIds: [...titleIds]}};
	const tagged = () => (hasRules ? changeWithJob(write, rules, deps) : write());
	const rejudged = () => (isOther ? changeWithJob(tagged, {job: rejudgeSubtitles, payload}, deps) : tagged());
	const changed = await (qualityProfileId === undefined ? rejudged() : changeWithJob(rejudged, {job: rescoreFiles, payload}, deps));
	if (qualityProfileId !== undefined || isOther || tagChange) {
		await restartSearches(titleIds, deps);
	}
	return changed;
}

/** What came of a change of many titles. */
export interface BulkOutcome {
	updatedCount: number;
	failures: {id: string; error: string}[];
	/** The task that moves their files, if one does. */
	taskId?: string | undefined;
}

interface ManyTitles {
	ids: readonly string[];
	/** What one title is called in messages. */
	kind: 'movie' | 'series';
	change: TitleChange<unknown>['change'];
}

interface TitleStore<Change> {
	/** Titles for which these labels would be too many. */
	withoutRoom(ids: readonly string[], labels: readonly string[]): Promise<string[]>;
	/** Changes the existing ones and returns their ids. */
	changeMany(ids: readonly string[], change: Change, at: Date): Promise<string[]>;
	getMany(ids: readonly string[]): Promise<(OwnFolder & {id: string})[]>;
	setFolders(folders: ReadonlyMap<string, OwnFolder>): Promise<void>;
	/** Titles that cannot come into this library, because it has or gets another copy of their work. */
	withoutPlace(ids: readonly string[], libraryId: string): Promise<Set<string>>;
}

/**
 * Changes all titles that exist. A repeated id counts once; an unknown or malformed id is reported as a failure, and so
 * is a title without room for more tags, and one whose folder below the new root folder would be another title's:
 * nothing of it is changed.
 */
export async function editTitles<Change extends ManyTitles['change']>(
	{ids, kind, change: {rootFolderPath: asked, ...change}}: Omit<ManyTitles, 'change'> & {change: Change & {rootFolderPath?: string}},
	titles: TitleStore<Omit<Change, 'rootFolderPath'>>,
	deps: FolderDeps & MoveFiles & Parameters<typeof moveTitles>[2] & Pick<Stores, 'libraries'>,
): Promise<BulkOutcome> {
	const {moveFiles, now} = deps;
	const all = [...new Set(ids)];
	const {rootFolderPath} = await askedFolder({rootFolderPath: asked, libraryId: change.libraryId, moveFiles}, null, deps);
	const twice = change.libraryId ? await titles.withoutPlace(all, change.libraryId) : new Set<string>();
	const wanted = all.filter(id => !twice.has(id));
	const stored = new Map(rootFolderPath === undefined ? [] : (await titles.getMany(wanted)).map(title => [title.id, title]));
	const inOrder = wanted.flatMap(id => stored.get(id) ?? []);
	const moved = await moveFolders(inOrder, rootFolderPath ?? '', deps);
	await (moveFiles ? undefined : titles.setFolders(moved.folders));
	const stays = new Set(moved.failures.map(({id}) => id));
	const ready = wanted.filter(id => !stays.has(id));
	const {updatedCount, failures} = await changeMany({ids: ready, kind, change}, titles, now());
	const own = [...moved.folders.keys()];
	const to = normalPath(rootFolderPath ?? '');
	const subject = kind === 'movie' ? {movieIds: own} : {seriesIds: own};
	const taskId = moveFiles && to !== null ? await moveTitles(subject, {rootFolderPath: to, path: null}, deps) : undefined;
	const refused = [...twice].map(id => ({id, error: `The library has this ${kind} already.`}));
	return {updatedCount, failures: [...refused, ...failures, ...moved.failures], taskId};
}

/** Changes all titles that exist, each in its folder. */
async function changeMany<Change extends ManyTitles['change']>(
	{ids, kind, change}: ManyTitles & {change: Change},
	titles: Pick<TitleStore<Change>, 'withoutRoom' | 'changeMany'>,
	now: Date,
): Promise<BulkOutcome> {
	const {add} = change.tagChange ?? {};
	const full = new Set(add ? await titles.withoutRoom(ids, add) : []);
	const possible = ids.filter(id => !full.has(id));
	const changed = new Set(await titles.changeMany(possible, change, now));
	const errorOf = (id: string) => (full.has(id) ? tooManyTags : `There is no ${kind} with the id ${id}.`);
	const failures = ids.filter(id => !changed.has(id)).map(id => ({id, error: errorOf(id)}));
	return {updatedCount: changed.size, failures};
}

const tooManyTags = `It would have more than ${maxTagsOfTitle} tags.`;

export const bulkOutcome = viewOf<BulkOutcome>()({
	success: from(flag.description('Every title was changed.'), ({failures}: BulkOutcome) => failures.length === 0),
	updatedCount: integer,
	failedCount: from(integer, ({failures}: BulkOutcome) => failures.length),
	failures: viewOf<BulkOutcome['failures'][number]>()({id: text, error: text}).list,
	...ofMove,
});
