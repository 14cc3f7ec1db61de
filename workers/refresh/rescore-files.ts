import {cached} from '#shared/coordination/cache.ts';
import {isCutoffUnmet} from '#shared/domain/quality/profiles.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {rescoreFiles} from '#shared/jobs/refresh.ts';
import type {EpisodeFileToScore} from '#shared/store/series/episodes.ts';
import type {ScoredFile} from '#shared/store/titles/file-scores.ts';
import {isScoredSo, scoreFiles} from '../library/run-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'customFormats' | 'episodes' | 'log' | 'movies' | 'patternMatcher' | 'qualityProfiles'>;

/** Files whose names are matched at once. Few, so that other work of the process is not delayed. */
const scoredTogether = 200;

/** Writes only scores that changed, so that a second run costs little. */
export const handleRescoreFiles: Handler<typeof rescoreFiles, keyof Deps> = async (titles, deps, {signal, log}) => {
	const rescorer = cached(() => createRescorer(deps));
	/** Before the very first start has made the profiles, there are no files either. */
	const rescore: Rescore = async (rows, mode, write) => {
		if (rows.length === 0) {
			return 0;
		}
		return (await rescorer())(rows, mode, write);
	};
	let changed = 0;
	for await (const movies of deps.movies.toScore(titles)) {
		signal.throwIfAborted();
		const rows = movies.map(movie => ({...movie, episodes: 0}));
		changed += await rescore(rows, 'movie', some => deps.movies.setScores(some));
	}
	for await (const files of deps.episodes.toScore(titles)) {
		signal.throwIfAborted();
		changed += await rescore(files, 'tv', some => deps.episodes.setScores(some));
	}
	log.info({...titles, changed}, 'Calculated the format scores of files again');
};

type Rescore = (rows: readonly EpisodeFileToScore[], mode: TitleMode, write: (scored: ScoredFile[]) => Promise<void>) => Promise<number>;

async function createRescorer(deps: Deps): Promise<Rescore> {
	const profileOf = await deps.qualityProfiles.readAll();

	return async (rows, mode, write) => {
		let changed = 0;
		for (let start = 0; start < rows.length; start += scoredTogether) {
			const some = rows.slice(start, start + scoredTogether);
			const toScore = some.map(({file, episodes, originalLanguage, qualityProfileId}) => ({
				file,
				owner: {mode, episodes, originalLanguage},
				profile: profileOf(qualityProfileId),
			}));
			const scores = await scoreFiles(toScore, deps);
			const scored = some.flatMap(({id, file, qualityProfileId}, index) => {
				const {score: formatScore, formatIds} = scores[index]!; // one per file
				const belowCutoff = isCutoffUnmet(profileOf(qualityProfileId), {quality: file.quality, formatScore});
				const scored = {titleId: id, fileId: file.id, formatScore, formatIds, belowCutoff};
				return isScoredSo(file, scored) ? [] : [scored];
			});
			await write(scored);
			changed += scored.length;
		}
		return changed;
	};
}
