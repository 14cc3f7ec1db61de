import type {ImportedFile, ImportJournal, PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Claim} from './claim.ts';
import type {MediaImport} from './media-import.ts';
import {ImportRefused, laterMs, mostMessages, soonMs} from './refusal.ts';

/** The imported files with this one and its parts. */
export function withImported({source, file, media, companions}: PlannedFile, imported: readonly ImportedFile[]): ImportedFile[] {
	const episodeIds = media.kind === 'episodes' ? media.episodeIds : [];
	const parts = companions.filter(({isPart}) => isPart);
	const fresh = [source, ...parts.map(part => part.source)].map(path => ({source: path, size: file.size, episodeIds}));
	return [...imported.filter(old => fresh.every(each => each.source !== old.source)), ...fresh];
}

/**
 * Throws ImportRefused `incomplete` when the library lacks something that the download was grabbed for, or when a video
 * stays behind that the library may lack. Such an item stays in the queue until a person removes it, so that its data
 * is not deleted in the client.
 */
export async function throwIfIncomplete(
	{leftOver}: ImportJournal,
	kind: MediaImport,
	{claim: {item}, deps}: {claim: Claim; deps: WorkerDeps},
): Promise<void> {
	const lacking = await kind.lacking(item, deps);
	if (lacking.length === 0 && leftOver.length === 0) {
		return;
	}
	const text =
		lacking.length > 0
			? `Not everything it was grabbed for is in the library: ${lacking.join(', ')} has no file.`
			: 'Not every video of it is in the library.';
	const next = 'The download stays in its client until you remove it from the queue, or until the rest can be imported.';
	const messages = [
		{title: item.release.title, messages: [text, next]},
		...leftOver.map(({title, messages: why}) => ({title, messages: why})),
	];
	const retryMs = leftOver.some(({isPassing}) => isPassing) ? soonMs : laterMs;
	throw new ImportRefused('incomplete', messages.slice(0, mostMessages), retryMs);
}
