import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {defaultSizeLimits} from '#shared/domain/quality/size-limits.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {readLibraryFacts} from './library-facts.ts';

/** Why releases are judged. */
export type Asking = Required<Pick<Facts, 'searched' | 'byPerson'>>;
export const byFeed: Asking = {searched: false, byPerson: false};
export const byTask: Asking = {searched: true, byPerson: false};
export const byPerson: Asking = {searched: true, byPerson: true};

/** What does not depend on the title that a release stands for, but on its library. */
type OfLibrary = Omit<Facts, 'profile' | 'files' | 'queue' | 'availableFrom' | 'originalLanguage' | 'wantedEpisodes' | 'firstWaiting'>;
export type CommonFacts = (libraryId: string | null) => OfLibrary;

export async function commonFacts(releases: readonly FoundRelease[], asking: Asking, deps: WorkerDeps): Promise<CommonFacts> {
	const {blocklist, history, now} = deps;
	const settings = await commonSettings(deps);
	const common = {
		...asking,
		blocklist: toBlocklist(await blocklist.touching(releases)),
		importedHashes: await history.importedHashes(releases.flatMap(({infoHash}) => infoHash ?? [])),
		now: now(),
	};
	const ofLibrary = await readLibraryFacts(deps);
	return libraryId => {
		const {delay, ...facts} = ofLibrary(libraryId);
		return {...common, ...facts, settings: {...settings, ...delay}};
	};
}

async function commonSettings({indexers, settings}: WorkerDeps): Promise<Omit<Facts['settings'], 'delay' | 'preferredProtocol'>> {
	const known = await indexers.list();
	const asked = known.filter(({minimumSeeders}) => minimumSeeders !== null);
	return {
		minimumSeeders: settings.get('filters.minimumSeeders'),
		minimumSeedersOf: Object.fromEntries(asked.map(({id, minimumSeeders}) => [id, minimumSeeders ?? 0])),
		indexerTags: Object.fromEntries(known.map(({id, tags}) => [id, tags])),
		retentionDays: settings.get('filters.retention'),
		sizeLimits: defaultSizeLimits,
		allowedHardcodedSubs: settings.get('media.allowedHardcodedSubs'),
		properRepack: settings.get('media.properRepack'),
	};
}

/** Facts of a release that stands for no title of ours: the rules still tell all that speaks against it. */
export function factsOfStranger(common: CommonFacts, profile: QualityProfile): Facts {
	return {...common(null), profile, files: [], queue: [], availableFrom: 'always', originalLanguage: null};
}

export async function movieFacts(common: CommonFacts, movie: Movie, {qualityProfiles, downloads}: WorkerDeps): Promise<Facts> {
	const queued = await downloads.forMovie(movie.id);
	return {
		...common(movie.libraryId),
		profile: (await qualityProfiles.find(movie.qualityProfileId)) ?? (await qualityProfiles.getDefault()),
		files: movie.file ? [fileCopy(movie.file)] : [],
		queue: queued.map(({title, judgement}) => judgementCopy(title, judgement)),
		availableFrom: availableFrom(movie.minimumAvailability, movie),
		originalLanguage: movie.originalLanguage,
	};
}
