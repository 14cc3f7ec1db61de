import type {FoundVideo} from '#shared/files/read-folder.ts';
import type {KnownFile} from '#shared/store/libraries/scanned-files.ts';
import type {MediaBackfill} from './media-backfill.ts';

interface Knowledge {
	known: ReadonlyMap<string, KnownFile>;
	kind: MediaBackfill;
}

/**
 * Returns the ids of files that need no work: unchanged, and either still recorded or already waiting for the provider.
 */
export async function settledIds(videos: readonly FoundVideo[], ids: readonly string[], {known, kind}: Knowledge): Promise<Set<string>> {
	const unchanged = videos.flatMap((video, index) => {
		const file = known.get(ids[index]!); // one per video
		return file && file.size === video.size && file.modifiedAt === video.modifiedAt ? [{file, path: video.path}] : [];
	});
	const paths = unchanged.filter(({file}) => file.state === 'recorded').map(({path}) => path);
	const recorded = paths.length > 0 ? await kind.recordedAmong(paths) : new Set<string>();
	const titleIds = new Set(unchanged.flatMap(({file}) => (isBehind(file) && file.titleId !== null ? [file.titleId] : [])));
	const titles = titleIds.size > 0 ? await kind.withFile([...titleIds]) : new Set<string>();
	const isSettled = ({file, path}: {file: KnownFile; path: string}) => {
		if (file.state === 'recorded') {
			return recorded.has(path);
		}
		return file.state === 'pending' || (isBehind(file) && file.titleId !== null && titles.has(file.titleId));
	};
	return new Set(unchanged.filter(isSettled).map(({file}) => file.id));
}

/** A second file or a part keeps its state as long as its title has another file. */
function isBehind({state, reason}: KnownFile): boolean {
	return state === 'part' || reason === 'duplicate';
}
