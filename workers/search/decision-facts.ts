import {type Delay, type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {Copy} from '#shared/domain/quality/upgrade.ts';
import type {FoundRelease, Protocol} from '#shared/domain/release/release.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {createSpareSpace, type SpareSpace} from './spare-space.ts';

/** What does not depend on the title that a release stands for. */
export interface CommonFacts extends Pick<Facts, 'blocklist' | 'settings' | 'now'> {
	spareSpace: SpareSpace;
}

export async function commonFacts(releases: readonly FoundRelease[], deps: WorkerDeps): Promise<CommonFacts> {
	const {blocklist, indexers, qualityDefinitions, settings, now} = deps;
	const asked = (await indexers.list()).filter(({minimumSeeders}) => minimumSeeders !== null);
	return {
		blocklist: toBlocklist(await blocklist.touching(releases)),
		now: now(),
		spareSpace: createSpareSpace(deps),
		settings: {
			minimumSeeders: settings.get('filters.minimumSeeders'),
			minimumSeedersOf: Object.fromEntries(asked.map(({id, minimumSeeders}) => [id, minimumSeeders ?? 0])),
			retentionDays: settings.get('filters.retention'),
			sizeLimits: await qualityDefinitions.limits(),
			delay: delayOf(settings),
			preferredProtocol: preferredProtocolOf(settings),
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
		...queueFacts(queued),
		availableFrom: availableFrom(movie.minimumAvailability, movie),
		originalLanguage: movie.originalLanguage,
		freeBytes: await common.spareSpace(movie.rootFolderPath),
	};
}

/** A failed download that may still be retried keeps nothing else from being taken. */
export function queueFacts(items: readonly QueueItem[]): Pick<Facts, 'queue' | 'failing'> {
	const {failing = [], queue = []} = Object.groupBy(items, ({state}) => (state === 'failedPending' ? 'failing' : 'queue'));
	const toCopies = (some: readonly QueueItem[]) => some.map(({title, judgement}) => judgementCopy(title, judgement));
	return {queue: toCopies(queue), failing: toCopies(failing)};
}

export function fileCopy({quality, formatScore, revision, releaseGroup, releaseTitle}: MediaFile): Copy {
	return {quality, formatScore, revision, group: releaseGroup, releaseTitle};
}
