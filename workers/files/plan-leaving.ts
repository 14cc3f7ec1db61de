import type {FileChange} from '#shared/domain/file-changes/file-change.ts';
import {type PlannableTitle, planTitle} from '#shared/domain/file-changes/plan-title.ts';
import type {RecordedFile} from '#shared/store/titles/recorded-files.ts';
import {isSelected} from '#shared/store/titles/selection.ts';
import type {OtherTitles} from '../library/file-plans/plan-apart.ts';
import {type Naming, onlyFiles, plannableMovie, plannableSeries} from '../library/file-plans/plannable-titles.ts';
import type {PlanDeps} from './plan-undo.ts';

/** What is needed to find the new paths of titles. */
export interface TargetContext {
	roots: readonly string[];
	naming: Naming;
	deps: PlanDeps;
	signal: AbortSignal;
}

/**
 * Whether files in the same folder, such as directly in a root folder, give up the names that others get. Each file of
 * a chain does if the new name of the last one is free, and so does each file of a circle.
 */
export function createLeaving(change: FileChange, all: TargetContext): OtherTitles['isLeft'] {
	const {deps, signal} = all;
	/** By title: whether its file gives up its name. */
	const known = new Map<string, boolean>();
	const goalOf = async ({id, kind, path}: RecordedFile) => {
		const title = kind === 'movie' ? await selectedMovie(id, change, all) : await selectedSeries(id, change, all);
		const file = title && planTitle(title, change, all.roots).files.find(each => each.from === path && each.code === null);
		return file?.to ?? null;
	};
	const follow = async (first: RecordedFile, titleId: string): Promise<boolean> => {
		const visited = new Set([titleId]);
		const settle = (isLeft: boolean) => {
			visited.forEach(id => void (id !== titleId && known.set(id, isLeft)));
			return isLeft;
		};
		for (let owner: RecordedFile | undefined = first; ; ) {
			signal.throwIfAborted();
			const before: boolean | undefined = visited.has(owner.id) ? true : known.get(owner.id);
			if (before !== undefined) {
				return settle(before);
			}
			visited.add(owner.id);
			const goal = await goalOf(owner);
			if (goal === null) {
				return settle(false);
			}
			const [there, own] = await Promise.all([deps.files.entry(goal), deps.files.entry(owner.path)]);
			if (there === null || there.identity === own?.identity) {
				return settle(true);
			}
			owner = (await deps.recordedFiles.called(goal)).find(({path}) => path === goal);
			if (!owner) {
				return settle(false);
			}
		}
	};
	return async ({path, video, titleId}) => {
		for (const owner of (await deps.recordedFiles.called(video)).filter(({id}) => id !== titleId)) {
			const isIts = owner.path === path || (await deps.files.companionsOf(owner.path, [], {links: true})).includes(path);
			if (isIts) {
				return follow(owner, titleId);
			}
		}
		return false;
	};
}

async function selectedMovie(id: string, {selection}: FileChange, {naming, deps}: TargetContext): Promise<PlannableTitle | null> {
	const movie = await deps.movies.find(id);
	return movie && isSelected(movie, selection, selection.movieIds) ? onlyFiles(plannableMovie(movie, naming), selection) : null;
}

async function selectedSeries(id: string, {selection}: FileChange, {naming, deps}: TargetContext): Promise<PlannableTitle | null> {
	const series = await deps.series.find(id);
	return series && isSelected(series, selection, selection.seriesIds)
		? onlyFiles(plannableSeries(series, await deps.episodes.ofSeries(id), naming), selection)
		: null;
}
