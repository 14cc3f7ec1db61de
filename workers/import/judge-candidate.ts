import {parsedFromPath} from '#shared/domain/backfill/read-path.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {isExtraByPlace} from '#shared/domain/imports/extras.ts';
import {type DownloadedFile, type SortedFiles, sortFiles} from '#shared/domain/imports/sort-files.ts';
import {qualityOf} from '#shared/domain/quality/qualities.ts';
import type {ImportCandidate} from '#shared/jobs/import.ts';
import {episodeImport, movieImport, type Targets} from './media-import.ts';
import {type PlanDeps, planFile} from './plan/plan-import.ts';
import {ImportRefused} from './refusal.ts';

interface Judging {
	listed: readonly DownloadedFile[];
	/** Null judges each file for itself. */
	item: QueueItem | null;
	deps: PlanDeps;
}

type Verdict = Pick<ImportCandidate, 'quality' | 'languages' | 'releaseGroup' | 'edition' | 'formatIds' | 'formatScore'> & {
	reasons: string[];
	episodeIds: string[];
};

/** Asks the import itself about a file, up to the point where it would be placed. */
export function createJudge({listed, item: whole, deps}: Judging) {
	// The files of a download are inspected together, once for all candidates.
	const together = whole && inspect(listed, {item: whole, name: whole.release.title}, deps);
	return async (file: DownloadedFile, item: QueueItem): Promise<ImportCandidate> => {
		const {movieId, seriesId} = item.target;
		const movie = movieId ? await deps.movies.find(movieId) : null;
		const series = seriesId ? await deps.series.find(seriesId) : null;
		// A lone file is named after itself, so only its title says whether "sample" belongs to the name.
		const name = whole?.release.title ?? (movie ?? series)?.title ?? '';
		const verdict = await judge(file, item, name).catch((error: unknown) => {
			if (error instanceof ImportRefused) {
				return refused(file, item, [error.message]);
			}
			throw error;
		});
		const {reasons, episodeIds, ...judgement} = verdict;
		const episodes = episodeIds.length > 0 ? await deps.episodes.getMany(episodeIds) : [];
		return {
			path: file.path,
			name: file.relative,
			size: file.size,
			movie: movie && {id: movie.id, title: movie.title, year: movie.year},
			series: series && {id: series.id, title: series.title},
			episodes: episodes.map(({id, seasonNumber, episodeNumber, title}) => ({id, seasonNumber, episodeNumber, title: title ?? ''})),
			...judgement,
			rejections: reasons.map(reason => ({reason})),
		};
	};

	async function judge(file: DownloadedFile, item: QueueItem, name: string): Promise<Verdict> {
		const {sorted, findTargets} = together ?? inspect([file], {item, name}, deps);
		const why = sorted.refused.find(({title}) => title === file.relative);
		if (why) {
			return refused(file, item, why.messages);
		}
		// In a download, the import tells extras by what else is in it.
		if (!whole && isExtraByPlace(file.relative)) {
			return refused(file, item, ['By its name or folder it is an extra, such as a trailer.']);
		}
		if (!item.target.movieId && !item.target.seriesId) {
			return refused(file, item, ['Its name matches no title of the library. Choose one, or add it first.']);
		}
		const found = await findTargets();
		if (!found) {
			return refused(file, item, ['There is no video in it.']);
		}
		const {targets, refused: left} = found;
		const target = targets.find(({video}) => video.path === file.path);
		if (!target) {
			const reason = left.find(({video}) => video.path === file.path)?.reason ?? 'It is a further part of another file.';
			return refused(file, item, [reason]);
		}
		const episodeIds = target.media.kind === 'episodes' ? target.media.episodeIds : [];
		const planned = await planFile({item, token: '', target, sorted, isOnly: targets.length === 1, mayMove: true}, deps);
		if ('reason' in planned) {
			return {...refused(file, item, [planned.reason]), episodeIds};
		}
		const {quality, languages, releaseGroup, edition, formatIds = [], formatScore} = planned.file;
		return {quality, languages, releaseGroup, edition, formatIds, formatScore, episodeIds, reasons: []};
	}
}

interface Inspection {
	sorted: SortedFiles;
	/** Null without any video. */
	findTargets(): Promise<Targets | null>;
}

function inspect(files: readonly DownloadedFile[], {item, name}: {item: QueueItem; name: string}, deps: PlanDeps): Inspection {
	const sorted = sortFiles(files, name);
	const [largest, ...others] = sorted.videos;
	const kind = item.target.seriesId ? episodeImport : movieImport;
	let targets: Promise<Targets> | undefined;
	return {
		sorted,
		async findTargets() {
			targets ??= largest && kind.findTargets(item, [largest, ...others], deps);
			return targets ?? null;
		},
	};
}

/** What its name alone says. */
function refused({relative}: DownloadedFile, {target: {seriesId, episodeIds}}: QueueItem, reasons: string[]): Verdict {
	const {quality, languages, group, edition} = parsedFromPath(relative, seriesId ? 'tv' : 'movie');
	return {quality: qualityOf(quality).name, languages, releaseGroup: group, edition, episodeIds, reasons};
}
