import {type PlannableTitle, type PlannedTitle, planTitle, type WantedChange} from '#shared/domain/file-changes/plan-title.ts';
import {holdsRoot, isVersionFolder, namesakeFolders} from '#shared/domain/folders/title-folder.ts';
import {whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'libraries' | 'movies' | 'rootFolders' | 'series'>;

/** The other titles of a plan. */
export interface OtherTitles {
	/** One of them gets this folder. */
	isClaimed(path: string): boolean;
	/** The new folder of one of them; null if it stays, or is no part of the plan. */
	goalOf(titleId: string): Promise<string | null>;
	/**
	 * Does the file of one of them that is in the way leave? `path` is what it has, `video` the video that it belongs
	 * to or would be named like, and `titleId` the title that waits for it.
	 */
	isLeft(inTheWay: {path: string; video: string; titleId: string}): Promise<boolean>;
}

export const noOthers: OtherTitles = {isClaimed: () => false, goalOf: async () => null, isLeft: async () => false};

interface PlanContext {
	roots: readonly string[];
	others: OtherTitles;
}

/**
 * Plans a title apart from all others. A folder that is another title's, or that another one is in, is no place for it
 * unless that one leaves it in the same plan: it gets the name of its library or its id, as a new one does.
 */
export async function planApart(
	title: PlannableTitle,
	wanted: WantedChange,
	{roots, others}: PlanContext,
	deps: Deps,
): Promise<PlannedTitle> {
	const plan = planTitle(title, wanted, roots);
	const {from, to} = plan.folder;
	if (from === to) {
		return plan;
	}
	const around = {roots, others};
	const first = await freeFor(to, title.id, around, deps);
	if (first !== null) {
		return {...plan, isVacated: first === 'vacated'};
	}
	for (const path of await namesakes(title, wanted, plan, deps)) {
		if (path === from || (await freeFor(path, title.id, around, deps)) === 'free') {
			return planTitle(title, {...wanted, path}, roots);
		}
	}
	const blocked = {code: 'collision' as const};
	return {folder: {...plan.folder, ...blocked}, files: plan.files.map(file => ({...file, ...blocked}))};
}

/** Empty where a person has named the folder. */
async function namesakes(
	{metaId, kind, libraryId}: PlannableTitle,
	wanted: WantedChange,
	{folder: {from, to, toRoot}}: PlannedTitle,
	deps: Deps,
): Promise<string[]> {
	if (wanted.path !== null) {
		return [];
	}
	const copies = libraryId === null ? [] : await (kind === 'movie' ? deps.movies : deps.series).copiesOf([metaId]);
	const library = copies.length > 1 && libraryId !== null ? ((await deps.libraries.find(libraryId))?.name ?? null) : null;
	return [...(isVersionFolder(from, to) ? [from] : []), ...namesakeFolders(to, {root: toRoot, metaId, library})];
}

/** Can the title have the folder now, or once every title that occupies it has left? Null if it cannot. */
async function freeFor(path: string, titleId: string, around: PlanContext, deps: Deps): Promise<'free' | 'vacated' | null> {
	if (around.others.isClaimed(path)) {
		return null;
	}
	if ((await whyNotFolder(path, titleId, deps)) === null) {
		return 'free';
	}
	return (await isVacated(path, titleId, new Set(), {...around, deps})) ? 'vacated' : null;
}

/** A title that waits for another one leaves if that does; in a circle all of them leave. */
async function isVacated(path: string, titleId: string, seen: Set<string>, all: PlanContext & {deps: Deps}): Promise<boolean> {
	const {roots, others, deps} = all;
	if (holdsRoot(path, roots)) {
		return false;
	}
	seen.add(titleId);
	const found = await Promise.all([deps.movies.titlesAtFolders([path]), deps.series.titlesAtFolders([path])]);
	for (const {id} of found.flat().filter(each => each.id !== titleId && !seen.has(each.id))) {
		const goal = await others.goalOf(id);
		if (goal === null || !(await isVacated(goal, id, seen, all))) {
			return false;
		}
	}
	return true;
}
