import type {ExecutionContext} from 'ava';
import {dayMs} from '#shared/domain/durations.ts';
import type {ImportList, ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {ListItem} from '#shared/domain/import-lists/list-item.ts';
import {addMovie} from '#shared/jobs/refresh.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {handleAddListItems} from '#workers/lists/add-list-items.ts';
import {handleSyncImportList} from '#workers/lists/sync-import-list.ts';
import {handleAddMovie, handleAddSeries} from '#workers/refresh/add-titles.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {FakeTmdbOptions} from './fake-tmdb.ts';
import {type Reply, serveReplies} from './serve-replies.ts';
import {createWorld} from './world.ts';

export interface Source {
	url: string;
	/** The titles that it lists. */
	items: object[];
	/** What it answers instead; null for the list. */
	reply: Reply | null;
	asked: number;
}

/** A server with a JSON list. */
export async function jsonSource(t: ExecutionContext, items: object[] = []): Promise<Source> {
	const source: Source = {url: '', items, reply: null, asked: 0};
	source.url = await serveReplies(t, () => {
		source.asked += 1;
		return source.reply ?? {json: source.items};
	});
	return source;
}

/** The pool of lists with a provider of metadata; jobs of other pools that it asks run at once. */
export async function listsWorld(t: ExecutionContext, titles: FakeTmdbOptions = {}) {
	const world = await createWorld(t, {titles});
	const {library, run} = world;
	const clock = {now: new Date('2026-03-01T12:00:00Z')};
	const deps: WorkerDeps = {...world.deps, now: () => clock.now};
	const ask = (job: unknown, payload: never) =>
		job === addMovie ? handleAddMovie(payload, deps, run()) : handleAddSeries(payload, deps, run());
	deps.jobs = {...world.deps.jobs, ask: ask as never};
	const add = (settings: Partial<ImportListSettings>): Promise<ImportList> => {
		const given = {name: 'Attic', kind: 'json' as const, rootFolderPath: library, ...settings};
		const whole = {...importListFamily.defaults, ...given} as Omit<ImportListSettings, 'id'>;
		return deps.importLists.add(importListFamily.complete?.(whole, {given, stored: null}) ?? whole, clock.now);
	};
	return {
		...world,
		deps,
		clock,
		add,
		passDays(days: number) {
			clock.now = new Date(Number(clock.now) + days * dayMs);
		},
		sync: (listId: string, how: object = {byPerson: true}) => handleSyncImportList({listId, ...how}, deps, run()),
		addItems: () => handleAddListItems({}, deps, run()),
		/** The items of a list by their titles. */
		async items(listId: string): Promise<Record<string, ListItem>> {
			const {items} = await deps.importListItems.page({listId, page: 1, limit: 1000});
			return Object.fromEntries(items.map(item => [item.title, item]));
		},
	};
}

/** What people are shown: the state of each item by its title. */
export const statesOf = (items: Record<string, ListItem>) =>
	Object.fromEntries(Object.entries(items).map(([title, {state}]) => [title, state]));
