import {type Delay, type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {defaultSizeLimits} from '#shared/domain/quality/size-limits.ts';
import type {FoundRelease, Protocol} from '#shared/domain/release/release.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** What does not depend on the title that a release stands for. */
export type CommonFacts = Pick<Facts, 'blocklist' | 'settings' | 'now'>;

export async function commonFacts(
	releases: readonly FoundRelease[],
	{blocklist, indexers, settings, now}: WorkerDeps,
): Promise<CommonFacts> {
	const asked = (await indexers.list()).filter(({minimumSeeders}) => minimumSeeders !== null);
	return {
		blocklist: toBlocklist(await blocklist.touching(releases)),
		now: now(),
		settings: {
			minimumSeeders: settings.get('filters.minimumSeeders'),
			minimumSeedersOf: Object.fromEntries(asked.map(({id, minimumSeeders}) => [id, minimumSeeders ?? 0])),
			retentionDays: settings.get('filters.retention'),
			sizeLimits: defaultSizeLimits,
			delay: delayOf(settings),
			preferredProtocol: preferredProtocolOf(settings),
			allowedHardcodedSubs: settings.get('media.allowedHardcodedSubs'),
			properRepack: settings.get('media.properRepack'),
		},
	};
}

function delayOf(settings: Settings): Delay {
	const minutes = {torrent: settings.get('download.torrentDelayMinutes'), usenet: settings.get('download.usenetDelayMinutes'), stream: 0};
	return {minutes, bypassIfTopQuality: true};
}

export function preferredProtocolOf(settings: Settings): Protocol | null {
	const chosen = settings.get('download.preferredProtocol');
	return chosen === 'any' ? null : chosen;
}

/** Facts of a release that stands for no title of ours: the rules still tell all that speaks against it. */
export function factsOfStranger(common: CommonFacts, profile: QualityProfile): Facts {
	return {...common, profile, files: [], queue: [], availableFrom: 'always', originalLanguage: null};
}

export async function movieFacts(common: CommonFacts, movie: Movie, {qualityProfiles, downloads}: WorkerDeps): Promise<Facts> {
	const queued = await downloads.forMovie(movie.id);
	return {
		...common,
		profile: (await qualityProfiles.find(movie.qualityProfileId)) ?? (await qualityProfiles.getDefault()),
		files: movie.file ? [fileCopy(movie.file)] : [],
		queue: queued.map(({title, judgement}) => judgementCopy(title, judgement)),
		availableFrom: availableFrom(movie.minimumAvailability, movie),
		originalLanguage: movie.originalLanguage,
	};
}
