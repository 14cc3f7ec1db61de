import {promiseJob} from '#shared/coordination/outbox.ts';
import type {HeldTitles, ImportList} from '#shared/domain/import-lists/import-list.ts';
import {graceEnd} from '#shared/domain/import-lists/leaving.ts';
import type {ListItem} from '#shared/domain/import-lists/list-item.ts';
import {toLabels} from '#shared/domain/media/tags.ts';
import {withYear} from '#shared/domain/media/title.ts';
import {Conflict} from '#shared/errors.ts';
import {applyAutoTags} from '#shared/jobs/tags.ts';
import type {ListedTitle} from '#shared/store/titles/listed-titles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type LeaveDeps = Pick<
	WorkerDeps,
	'autoTags' | 'importListItems' | 'importLists' | 'jobs' | 'log' | 'movies' | 'now' | 'outbox' | 'series' | 'tags'
>;

/** Names in the question that a person is asked. */
const namesAsked = 100;

/**
 * Does what leaving the list means, after a complete answer: only to titles that this list added, that no person has
 * changed since, and that no other list has. More of them than allowed are held until a person has decided.
 */
export async function leaveTitles(list: ImportList, signal: AbortSignal, deps: LeaveDeps): Promise<void> {
	const {importLists, importListItems, now} = deps;
	const before = graceEnd(list, now());
	if (list.onLeave === 'nothing' || before === null) {
		await (list.held && importLists.setHealth(list.id, {held: null}, {updatedAt: list.updatedAt}));
		return;
	}
	const going: ListItem[] = [];
	for (const item of await importListItems.left(list.id, before)) {
		signal.throwIfAborted();
		if (await mayGo(item, list, deps)) {
			going.push(item);
		}
	}
	const isAllowed = (item: ListItem) => list.held?.approved?.includes(item.id) ?? false;
	const asked = going.filter(item => !isAllowed(item));
	const isHeld = asked.length > list.mostChanges;
	for (const item of isHeld ? going.filter(isAllowed) : going) {
		signal.throwIfAborted();
		await leave(item, list, deps);
	}
	const held = isHeld ? toHeld(asked, list.held, now()) : null;
	if (held !== null || list.held !== null) {
		await importLists.setHealth(list.id, {held}, {updatedAt: list.updatedAt});
	}
}

function toHeld(items: readonly ListItem[], before: HeldTitles | null, now: Date): HeldTitles {
	return {
		since: before?.since ?? now,
		count: items.length,
		titles: items
			.map(({title, year}) => withYear(title, year))
			.sort()
			.slice(0, namesAsked),
		itemIds: items.map(({id}) => id),
		approved: null,
	};
}

/** What is settled without a change is noted with its reason, and not looked at again. */
async function mayGo(item: ListItem, list: ImportList, deps: LeaveDeps): Promise<boolean> {
	const {importListItems} = deps;
	const stay = async (reason: string) => {
		await importListItems.settleLeft(item.id, reason).catch(unlessChanged);
		return false;
	};
	const title = await findTitle(item, deps);
	if (!title) {
		return stay('Its title is not in the library.');
	}
	if (title.addedBy?.kind !== 'list' || title.addedBy.id !== list.id) {
		return stay('This list did not add it.');
	}
	if (item.isTouched) {
		return false;
	}
	// The list that has it may lose it later, so this is asked again.
	return !(await importListItems.isOnAny(item));
}

async function findTitle({titleId, media}: ListItem, {movies, series}: LeaveDeps): Promise<Pick<ListedTitle, 'id' | 'addedBy'> | null> {
	return titleId === null ? null : (media === 'movies' ? movies : series).find(titleId);
}

/** Of a person who was faster, or of the list, the title keeps what it has. */
async function leave(item: ListItem, {name, onLeave, leaveTags}: ImportList, deps: LeaveDeps): Promise<void> {
	const {importListItems, movies, series, log, now} = deps;
	const {titleId, media} = item;
	if (titleId === null) {
		return;
	}
	try {
		if (onLeave === 'remove') {
			const settle = (session: Parameters<typeof importListItems.settleLeft>[2]) =>
				importListItems.settleLeft(item.id, 'Removed from the library.', session ?? null);
			await (media === 'movies' ? movies.remove(titleId, settle) : series.remove(titleId, settle));
		} else if (onLeave === 'tag') {
			await importListItems.settleLeft(item.id, await label(item, titleId, leaveTags, deps));
		} else {
			await (media === 'movies' ? movies : series).change(titleId, {monitored: false}, now());
			await importListItems.settleLeft(item.id, 'No longer monitored.');
		}
		log.info({titleId, title: item.title, list: name, onLeave}, 'A title has left its list');
	} catch (error) {
		unlessChanged(error);
	}
}

/** Puts labels on a title. Returns what is noted with the item. */
async function label({media}: ListItem, titleId: string, tags: readonly string[], deps: LeaveDeps): Promise<string> {
	const titles = media === 'movies' ? deps.movies : deps.series;
	const labels = await takeLabels(tags, deps);
	if ((await titles.withoutRoom([titleId], labels)).length > 0) {
		return 'It has no room for another tag.';
	}
	await titles.change(titleId, {tagChange: {set: undefined, add: labels, remove: undefined}}, deps.now());
	if (await deps.autoTags.any()) {
		await promiseJob(applyAutoTags, {titleIds: [titleId]}, deps);
	}
	return `Tagged ${labels.join(', ')}.`;
}

/** Makes the labels of these tags known and returns them as they are called now. */
export async function takeLabels(tags: readonly string[], {tags: known, now}: Pick<WorkerDeps, 'now' | 'tags'>): Promise<string[]> {
	return toLabels((await known.take(toLabels(tags), now())).map(({label: text}) => text));
}

function unlessChanged(error: unknown): void {
	if (!(error instanceof Conflict && error.code === 'changed_meanwhile')) {
		throw error;
	}
}
