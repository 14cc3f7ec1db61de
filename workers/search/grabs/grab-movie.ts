import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import {whySuperseded} from '#shared/domain/decisions/superseded.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {type GrabOutcome, grabOffer, mostFailures} from './grab-offer.ts';
import {oneAtATime} from './one-at-a-time.ts';
import {underWay} from './under-way.ts';

/** Grabs the first of these releases (best first) that works. Returns whether one was grabbed. */
export async function grabMovie(
	offers: readonly JudgedRelease[],
	movieId: string,
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<boolean> {
	for (const offer of offers.slice(0, mostFailures)) {
		const outcome = await oneAtATime(movieId, {deps, run}, () => grabIfWanted(offer, movieId, {deps, run}));
		if (outcome !== 'failed') {
			return outcome === 'grabbed';
		}
	}
	return false;
}

async function grabIfWanted(offer: JudgedRelease, movieId: string, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<GrabOutcome> {
	const {release, judgement} = offer;
	const {guid, indexerId, title} = release;
	const movie = await deps.movies.get(movieId);
	const profile = await deps.qualityProfiles.getOrDefault(movie.qualityProfileId);
	const present = [...(movie.file ? [fileCopy(movie.file)] : []), ...underWay(await deps.downloads.forMovie(movieId))];
	const why = whySuperseded(judgementCopy(title, judgement), present, profile);
	if (why) {
		run.log.info({release: title, why}, 'A release is not grabbed: its title got another one in between');
		return 'taken';
	}
	return grabOffer({guid, indexerId, movieId, seriesId: null, episodeIds: null}, offer, {deps, run});
}
