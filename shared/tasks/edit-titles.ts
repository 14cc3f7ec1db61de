import {changeWithJob, type PromiseDeps} from '../coordination/outbox.ts';
import {normalPath} from '../domain/folders/root-folder-path.ts';
import {maxTagsOfTitle} from '../domain/media/tags.ts';
import {rescoreFiles} from '../jobs/refresh.ts';
import {rejudgeSubtitles} from '../jobs/subtitles.ts';
import {applyAutoTags, settleMonitored} from '../jobs/tags.ts';
import type {Stores} from '../store/database.ts';
import type {TagChange} from '../store/titles/title-tags.ts';
import {type AddChangeDeps, moveTitles} from './add-file-change.ts';
import {moveFolders, type OwnFolder} from './move-folders.ts';
import {type RestartDeps, restartSearches} from './restart-searches.ts';

export interface TitleChange<Changed> {
	titleIds: readonly string[];
	change: {
		qualityProfileId?: string | undefined;
		languageProfileId?: string | null | undefined;
		/** Of series. */
		type?: string | null | undefined;
		monitored?: boolean | undefined;
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
	const {qualityProfileId, languageProfileId, libraryId, type, tagChange} = change;
	const hasRules = await deps.autoTags.any();
	const payload = {titleIds: [...titleIds], libraryId: null};
	const isOther = languageProfileId !== undefined || libraryId !== undefined;
	const rules = {job: applyAutoTags, payload: {titleIds: [...titleIds]}};
	const tagged = () => (hasRules ? changeWithJob(write, rules, deps) : write());
	const judging = {job: rejudgeSubtitles, payload: {...payload, ...(languageProfileId !== undefined && {search: true})}};
	const rejudged = () => (isOther ? changeWithJob(tagged, judging, deps) : tagged());
	const changed = await (qualityProfileId === undefined ? rejudged() : changeWithJob(rejudged, {job: rescoreFiles, payload}, deps));
	// Another type is searched by other numbers.
	if (qualityProfileId !== undefined || isOther || type !== undefined || tagChange) {
		await restartSearches(titleIds, deps);
	}
	return changed;
}

/** The outcome of a change of many titles. */
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

/** Whether a change of titles moves their files, and who asks for it. */
export interface MoveFiles {
	moveFiles: boolean;
	requestedBy: string | null;
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
	{ids, kind, change: {rootFolderPath, ...change}}: Omit<ManyTitles, 'change'> & {change: Change & {rootFolderPath?: string}},
	titles: TitleStore<Omit<Change, 'rootFolderPath'>>,
	{moveFiles, requestedBy, ...deps}: MoveFiles & AddChangeDeps & Pick<Stores, 'movies' | 'rootFolders' | 'series'>,
): Promise<BulkOutcome> {
	const all = [...new Set(ids)];
	const twice = change.libraryId ? await titles.withoutPlace(all, change.libraryId) : new Set<string>();
	const wanted = all.filter(id => !twice.has(id));
	const stored = new Map(rootFolderPath === undefined ? [] : (await titles.getMany(wanted)).map(title => [title.id, title]));
	const inOrder = wanted.flatMap(id => stored.get(id) ?? []);
	const moved = await moveFolders(inOrder, rootFolderPath ?? '', deps);
	await (moveFiles ? undefined : titles.setFolders(moved.folders));
	const stays = new Set(moved.failures.map(({id}) => id));
	const ready = wanted.filter(id => !stays.has(id));
	const write = () => changeMany({ids: ready, kind, change}, titles, deps.now());
	const isFollowed = kind === 'series' && change.monitored !== undefined;
	const following = {job: settleMonitored, payload: {seriesIds: ready}};
	const {updatedCount, failures} = await (isFollowed ? changeWithJob(write, following, deps) : write());
	const own = [...moved.folders.keys()];
	const to = normalPath(rootFolderPath ?? '');
	const subject = kind === 'movie' ? {movieIds: own} : {seriesIds: own};
	const taskId = moveFiles && to !== null ? await moveTitles(subject, {rootFolderPath: to, path: null, requestedBy}, deps) : undefined;
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
