import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {grabbedBefore, grabbedLately} from './grabs/grabbed-lately.ts';
import {readLibraryFacts} from './library-facts.ts';
import {createSpareSpace, type SpareSpace} from './spare-space.ts';

/** Why releases are judged. */
export type Asking = Required<Pick<Facts, 'searched' | 'byPerson' | 'onlyMonitored'>>;
export const byFeed: Asking = {searched: false, byPerson: false, onlyMonitored: true};
export const byTask: Asking = {searched: true, byPerson: false, onlyMonitored: true};
/** A person wants the best release grabbed. */
export const byPerson: Asking = {searched: true, byPerson: true, onlyMonitored: true};
/** A person chooses from the list of releases. */
export const byHand: Asking = {searched: true, byPerson: true, onlyMonitored: false};

type OfTitle = 'profile' | 'files' | 'queue' | 'availableFrom' | 'originalLanguage' | 'wantedEpisodes' | 'firstWaiting';

/** Facts that do not depend on the title a release belongs to. */
export interface CommonFacts {
	/** Facts that depend on the title's library; null for titles outside all libraries. */
	of(libraryId: string | null): Omit<Facts, OfTitle>;
	/** The quality profile with this id; the default one if that is gone, or for null. */
	profileOf(id: string | null): QualityProfile;
	spareSpace: SpareSpace;
	/** Somebody or a task asked; the releases do not merely stand in a feed. */
	searched: boolean;
}

export async function commonFacts(releases: readonly FoundRelease[], asking: Asking, deps: WorkerDeps): Promise<CommonFacts> {
	const {blocklist, history, now} = deps;
	const settings = await commonSettings(deps);
	const common = {
		...asking,
		blocklist: toBlocklist(await blocklist.touching(releases)),
		importedHashes: await history.importedHashes(releases.flatMap(({infoHash}) => infoHash ?? [])),
		...(!asking.searched && {grabbedBefore: await grabbedBefore(releases, deps)}),
		now: now(),
	};
	const ofLibrary = await readLibraryFacts(deps);
	return {
		of(libraryId) {
			const {delay, ...facts} = ofLibrary(libraryId);
			return {...common, ...facts, settings: {...settings, ...delay}};
		},
		profileOf: await deps.qualityProfiles.readAll(),
		spareSpace: createSpareSpace(deps),
		searched: asking.searched,
	};
}

async function commonSettings({
	indexers,
	qualityDefinitions,
	settings,
}: WorkerDeps): Promise<Omit<Facts['settings'], 'delay' | 'preferredProtocol'>> {
	const known = await indexers.list();
	const asked = known.filter(({minimumSeeders}) => minimumSeeders !== null);
	return {
		minimumSeeders: settings.get('filters.minimumSeeders'),
		minimumSeedersOf: Object.fromEntries(asked.map(({id, minimumSeeders}) => [id, minimumSeeders ?? 0])),
		indexerTags: Object.fromEntries(known.map(({id, tags}) => [id, tags])),
		retentionDays: settings.get('filters.retention'),
		sizeLimits: await qualityDefinitions.limits(),
		allowedHardcodedSubs: settings.get('media.allowedHardcodedSubs'),
		properRepack: settings.get('media.properRepack'),
	};
}

/**
 * Facts for a release of an unknown title, so that the rules can still list every reason against it. Its profile is
 * that of the title that was searched.
 */
export function factsOfStranger(common: CommonFacts, searched: {qualityProfileId: string} | null): Facts {
	const profile = common.profileOf(searched?.qualityProfileId ?? null);
	return {...common.of(null), profile, files: [], queue: [], availableFrom: 'always', originalLanguage: null};
}

export async function movieFacts(common: CommonFacts, movie: Movie, deps: WorkerDeps): Promise<Facts> {
	const queued = await deps.downloads.forMovie(movie.id);
	const lately = common.searched ? [] : await grabbedLately({movieId: movie.id}, deps);
	return {
		...common.of(movie.libraryId),
		profile: common.profileOf(movie.qualityProfileId),
		files: movie.file ? [fileCopy(movie.file)] : [],
		...queueFacts(queued),
		grabbedLately: lately.map(({copy}) => copy),
		availableFrom: availableFrom(movie.minimumAvailability, movie),
		originalLanguage: movie.originalLanguage,
		freeBytes: await common.spareSpace(movie.rootFolderPath),
	};
}

/** A failed download that may still be retried does not block other releases. */
export function queueFacts(items: readonly QueueItem[]): Pick<Facts, 'queue' | 'failing'> {
	const {failing = [], queue = []} = Object.groupBy(items, ({state}) => (state === 'failedPending' ? 'failing' : 'queue'));
	const toCopies = (some: readonly QueueItem[]) => some.map(({release}) => judgementCopy(release.title, release.judgement));
	return {queue: toCopies(queue), failing: toCopies(failing)};
}
