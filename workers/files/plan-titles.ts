import {type FileChange, nameKey} from '#shared/domain/file-changes/file-change.ts';
import {type PlannableTitle, planTitle} from '#shared/domain/file-changes/plan-title.ts';
import type {NewRow} from '#shared/store/libraries/file-change-rows.ts';
import type {OtherTitles} from '../library/file-plans/plan-apart.ts';
import {planRows} from '../library/file-plans/plan-files.ts';
import {onlyFiles, plannableMovie, plannableSeries, readNaming} from '../library/file-plans/plannable-titles.ts';
import {createLeaving, type TargetContext} from './plan-leaving.ts';
import type {AddRows, PlanDeps} from './plan-undo.ts';

/** Titles that are looked at in parallel. */
const atOnce = 32;

/** Plans the titles of a rename or a move. */
export async function planTitles(change: FileChange, add: AddRows, deps: PlanDeps, signal: AbortSignal): Promise<void> {
	const naming = await readNaming(deps);
	const listed = await deps.rootFolders.list();
	const roots = listed.map(({path}) => path);
	// Each title asks for them, and they are the same for all.
	const fixed = {...deps, rootFolders: {...deps.rootFolders, list: async () => listed}};
	/** New folders of the titles so far. */
	const claims = new Set<string>();
	const others: OtherTitles = {
		isClaimed: path => claims.has(nameKey(path)),
		goalOf: createGoals(change, {roots, naming, deps, signal}),
		isLeft: createLeaving(change, {roots, naming, deps, signal}),
	};
	const planOf = (title: PlannableTitle) => planRows(title, change, {changeId: change.id, number: 0, roots, signal, others}, fixed);
	const planned = async (titles: readonly PlannableTitle[]) => {
		const first = await Promise.all(titles.map(planOf));
		const rows: NewRow[][] = [];
		for (const [index, title] of titles.entries()) {
			const own = first[index] ?? [];
			// One of those that were planned beside it may have taken its folder.
			const isShared = newFolderOf(own).some(others.isClaimed);
			rows.push(isShared ? await planOf(title) : own);
			newFolderOf(rows.at(-1) ?? []).forEach(path => void claims.add(nameKey(path)));
		}
		return rows.filter(each => each.length > 0);
	};
	const addAll = async (titles: readonly (() => Promise<PlannableTitle>)[]) => {
		for (let start = 0; start < titles.length; start += atOnce) {
			signal.throwIfAborted();
			await add(await planned(await Promise.all(titles.slice(start, start + atOnce).map(read => read()))));
		}
	};
	for await (const movies of deps.movies.ofSelection(change.selection)) {
		await addAll(movies.map(movie => async () => onlyFiles(plannableMovie(movie, naming), change.selection)));
	}
	for await (const series of deps.series.ofSelection(change.selection)) {
		await addAll(
			series.map(each => async () => onlyFiles(plannableSeries(each, await deps.episodes.ofSeries(each.id), naming), change.selection)),
		);
	}
}

const newFolderOf = (rows: readonly NewRow[]) =>
	rows.filter(({what, code, from, to}) => what === 'title' && code === null && from !== to).map(({to}) => to);

/** Where the titles of the change go that get another folder. Read when one is first in the way of another. */
function createGoals(change: FileChange, {roots, naming, deps, signal}: TargetContext): OtherTitles['goalOf'] {
	let reading: Promise<Map<string, string>> | null = null;
	const read = async () => {
		const goals = new Map<string, string>();
		const note = (title: PlannableTitle) => {
			const {from, to, code} = planTitle(title, change, roots).folder;
			if (from !== to && code === null) {
				goals.set(title.id, to);
			}
		};
		for await (const movies of deps.movies.ofSelection(change.selection)) {
			signal.throwIfAborted();
			movies.forEach(movie => void note(plannableMovie(movie, naming)));
		}
		for await (const series of deps.series.ofSelection(change.selection)) {
			signal.throwIfAborted();
			series.forEach(each => void note(plannableSeries(each, [], naming)));
		}
		return goals;
	};
	return async titleId => {
		reading ??= read();
		return (await reading).get(titleId) ?? null;
	};
}
