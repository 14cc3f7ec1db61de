import {promiseJob} from '#shared/coordination/outbox.ts';
import {type NamedLibrary, toLabel} from '#shared/domain/media/tags.ts';
import {applyAutoTags, everyTitle, type renameTag} from '#shared/jobs/tags.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'jobs' | 'libraries' | 'log' | 'movies' | 'now' | 'outbox' | 'series' | 'tags' | 'tagUses'>;

/**
 * Gives titles and records the new label of a tag, or removes a deleted one from titles. Records get the new label
 * beside the old one first, and lose the old one last, so that both match until the end. A run that died continues
 * where it was, because what is done no longer has the old label.
 */
export const handleRenameTag: Handler<typeof renameTag, keyof Deps> = async ({tagId, from, to}, deps, {signal, log}) => {
	const {movies, series, tags, tagUses, libraries, now} = deps;
	if (to !== null) {
		await tagUses.replace(from, before => withLabel(before, to), now());
	}
	let changed = 0;
	for (const titles of [movies, series]) {
		for (let some = await titles.replaceTag(from, to); some > 0; some = await titles.replaceTag(from, to)) {
			signal.throwIfAborted();
			changed += some;
		}
	}
	if (to !== null) {
		const named = await libraries.list();
		await tagUses.replace(from, before => withoutLabel(before, from, named), now());
		await tagUses.replaceInConditions(from, to, now());
		// A title that was refreshed meanwhile may have missed a rule that asks for the label.
		await promiseJob(applyAutoTags, everyTitle, deps);
		if ((await tags.find(tagId)) !== null) {
			await tags.endRename(tagId, now());
		}
	}
	log.info({from, to, changed}, to === null ? 'Took a deleted tag off titles' : 'Renamed a tag');
};

function withLabel(tags: readonly string[], label: string): string[] {
	return tags.some(tag => toLabel(tag) === label) ? [...tags] : [...tags, label];
}

/** A tag that also names a library keeps doing so. */
function withoutLabel(tags: readonly string[], label: string, libraries: readonly NamedLibrary[]): string[] {
	const names = new Set(libraries.flatMap(({id, name}) => [id, name]).map(text => text.trim().toLowerCase()));
	return tags.filter(tag => toLabel(tag) !== label || names.has(tag.trim().toLowerCase()));
}
