import {endDelays} from '#shared/domain/decisions/decide.ts';
import {joinVersions} from '#shared/domain/decisions/judged-release.ts';
import {NotFound} from '#shared/errors.ts';
import type {judgeOffered} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {byFeed} from './collect-facts.ts';
import {decideEpisodes, decideMovies, type JudgeDeps, rankReleases} from './judge-releases.ts';

type Deps = JudgeDeps & Pick<WorkerDeps, 'releaseCache'>;

/** Its address may contain keys, so the release itself is handed over encrypted, and the verdict too. */
export const handleJudgeOffered: Handler<typeof judgeOffered, keyof Deps> = async ({indexerId, guid, mode}, deps, {id}) => {
	const offered = await deps.releaseCache.find(indexerId, guid);
	if (!offered) {
		throw new NotFound('release_expired', 'The offered release is not there any more. Offer it again.');
	}
	const releases = [offered.release];
	const asked = {wanted: null, askedOf: () => ({...byFeed, episodeIds: null})};
	const decided = mode === 'movie' ? await decideMovies(releases, asked, deps) : await decideEpisodes(releases, asked, deps);
	const judged = joinVersions(await rankReleases(endDelays(decided), deps));
	await deps.releaseCache.put(id, {releases: judged, indexerResults: [], searchTime: deps.now()});
	return {searchId: id};
};
