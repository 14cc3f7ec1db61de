import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import {whySuperseded} from '#shared/domain/decisions/superseded.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {type GrabOutcome, grabOffer, mostFailures} from './grab-offer.ts';
import {oneAtATime} from './one-at-a-time.ts';
import {underWay} from './under-way.ts';

/**
 * Grabs releases, best first, until no episode is open or no release has an open one. Removes the grabbed episodes from
 * `open`. Returns how many releases were grabbed.
 */
export async function grabEpisodes(
	approved: readonly JudgedRelease[],
	{seriesId, open}: {seriesId: string; open: Set<string>},
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<number> {
	const taken = new Set<string>();
	let failed = 0;
	let grabbed = 0;
	for (const offer of approved) {
		const {episodeIds} = offer;
		const isNeeded = episodeIds.some(id => open.has(id)) && !episodeIds.some(id => taken.has(id));
		if (!isNeeded || failed === mostFailures) {
			continue;
		}
		const outcome = await oneAtATime(seriesId, {deps, run}, () => grabIfWanted(offer, seriesId, {deps, run}));
		if (outcome === 'failed') {
			failed += 1;
			continue;
		}
		grabbed += outcome === 'grabbed' ? 1 : 0;
		for (const id of episodeIds) {
			taken.add(id);
			open.delete(id);
		}
	}
	return grabbed;
}

async function grabIfWanted(offer: JudgedRelease, seriesId: string, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<GrabOutcome> {
	const {release, judgement, episodeIds} = offer;
	const {guid, indexerId, title} = release;
	const series = await deps.series.get(seriesId);
	const profile = await deps.qualityProfiles.getOrDefault(series.qualityProfileId);
	const held = await deps.episodes.getMany(episodeIds);
	const files = new Map(held.flatMap(({file}) => (file ? [[file.id, fileCopy(file)] as const] : [])));
	const queued = await deps.downloads.forSeries(seriesId);
	const rivals = queued.filter(item => item.target.episodeIds.some(id => episodeIds.includes(id)));
	const why = whySuperseded(judgementCopy(title, judgement), [...files.values(), ...underWay(rivals)], profile);
	if (why) {
		run.log.info({release: title, why}, 'A release is not grabbed: its episodes got another one in between');
		return 'taken';
	}
	return grabOffer({guid, indexerId, movieId: null, seriesId, episodeIds}, offer, {deps, run});
}
