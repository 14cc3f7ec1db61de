import {createCache} from '#shared/coordination/cache.ts';
import {presentOfEpisodes, presentOfMovie} from '#shared/domain/decisions/copies.ts';
import {chooseDelayProfile, firstDelayProfile, toDelay} from '#shared/domain/decisions/delay-profile.ts';
import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {availableFrom, episodesAvailableFrom} from '#shared/domain/media/availability.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {isForLibrary} from '#shared/domain/media/library-tags.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {defaultDelay} from '#shared/settings/delay-default.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {grabbedBefore, grabbedLately} from './grabbed-lately.ts';

/** Why releases are judged. */
export type Asking = Pick<Facts, 'searched' | 'byPerson' | 'onlyMonitored'>;
export const byFeed: Asking = {searched: false, byPerson: false, onlyMonitored: true};
export const byTask: Asking = {searched: true, byPerson: false, onlyMonitored: true};
/** A person wants the best release grabbed. */
export const byPerson: Asking = {searched: true, byPerson: true, onlyMonitored: true};
/** A person chooses from the list of releases. */
export const byHand: Asking = {searched: true, byPerson: true, onlyMonitored: false};

/** A series, with everything needed to judge one of its releases. */
export interface SeriesFacts {
	series: Series;
	episodes: Episode[];
	/** Facts of a release that contains `held`. `wanted` holds the ids of the episodes searched for; null for any. */
	of(held: readonly Episode[], wanted: ReadonlySet<string> | null): Facts;
}

/** Collects what the rules need to know, for the releases that are judged together. */
interface FactCollector {
	ofMovie(movie: Movie): Promise<Facts>;
	ofSeries(series: Series): Promise<SeriesFacts>;
	/**
	 * For a release of an unknown title, so that the rules can still list every reason against it. Its profile is that
	 * of the title that was searched.
	 */
	ofStranger(searched: {qualityProfileId: string} | null): Facts;
}

export type FactDeps = Pick<
	WorkerDeps,
	| 'blocklist'
	| 'history'
	| 'downloads'
	| 'episodes'
	| 'indexers'
	| 'libraries'
	| 'languageProfiles'
	| 'releaseProfiles'
	| 'delayProfiles'
	| 'qualityProfiles'
	| 'qualityDefinitions'
	| 'settings'
	| 'freeSpaceOf'
	| 'now'
>;

/** What movies, series and unknown titles have in common. */
type Title = Pick<Movie, 'libraryId' | 'originalLanguage'> & {qualityProfileId: string | null};

export async function collectFacts(releases: readonly FoundRelease[], asking: Asking, deps: FactDeps): Promise<FactCollector> {
	const {blocklist, history, downloads, episodes, settings, now} = deps;
	const ofAll = {
		...asking,
		blocklist: toBlocklist(await blocklist.touching(releases)),
		importedHashes: await history.importedHashes(releases.flatMap(({infoHash}) => infoHash ?? [])),
		grabbedBefore: asking.searched ? toBlocklist([]) : await grabbedBefore(releases, deps),
		firstWaiting: null,
		now: now(),
	};
	const profileOf = await deps.qualityProfiles.readAll();
	const ofLibrary = await readLibraryFacts(deps);
	const spareSpace = createSpareSpace(deps);
	const ofTitle = ({libraryId, qualityProfileId, originalLanguage}: Title) => ({
		...ofAll,
		...ofLibrary(libraryId),
		profile: profileOf(qualityProfileId),
		originalLanguage,
	});
	const noEpisodes = {wantedEpisodes: null, monitoredEpisodes: new Set<string>()};
	const lately = (of: {movieId: string} | {seriesId: string}) => (asking.searched ? [] : grabbedLately(of, deps));

	return {
		ofStranger: searched => ({
			...ofTitle({libraryId: null, originalLanguage: null, qualityProfileId: searched?.qualityProfileId ?? null}),
			...presentOfMovie({file: null}, []),
			...noEpisodes,
			grabbedLately: [],
			availableFrom: 'always',
			freeBytes: null,
		}),
		async ofMovie(movie) {
			return {
				...ofTitle(movie),
				...presentOfMovie(movie, await downloads.forMovie(movie.id)),
				...noEpisodes,
				grabbedLately: (await lately({movieId: movie.id})).map(({copy}) => copy),
				availableFrom: availableFrom(movie.minimumAvailability, movie),
				freeBytes: await spareSpace(movie.rootFolderPath),
			};
		},
		async ofSeries(series) {
			const queued = await downloads.forSeries(series.id);
			const grabbed = await lately({seriesId: series.id});
			const all = await episodes.ofSeries(series.id);
			const takesEarly = settings.get('media.grabBeforeAiring');
			const ofSeries = {
				...ofTitle(series),
				monitoredEpisodes: new Set(all.filter(({monitored}) => monitored).map(({id}) => id)),
				freeBytes: await spareSpace(series.rootFolderPath),
			};
			return {
				series,
				episodes: all,
				of(held, wanted) {
					const ids = new Set(held.map(({id}) => id));
					const airDates = held.map(({airDateUtc}) => airDateUtc);
					return {
						...ofSeries,
						...presentOfEpisodes(held, all, queued),
						wantedEpisodes: wanted,
						grabbedLately: grabbed.filter(({episodeIds}) => episodeIds.some(id => ids.has(id))).map(({copy}) => copy),
						availableFrom: airDates.length > 0 ? episodesAvailableFrom(airDates, takesEarly) : 'always',
					};
				},
			};
		},
	};
}

type LibraryFacts = Pick<Facts, 'library' | 'languageProfile' | 'releaseProfiles' | 'settings'>;

/** Reads these few records once. Returns what a title's library asks of releases, with their delay. */
async function readLibraryFacts(deps: FactDeps): Promise<(libraryId: string | null) => LibraryFacts> {
	const libraries = await deps.libraries.list();
	const languageProfiles = await deps.languageProfiles.list();
	const releaseProfiles = await deps.releaseProfiles.list();
	const delayProfiles = await deps.delayProfiles.list();
	const settings = await readSettings(deps);
	return libraryId => {
		const library = libraries.find(({id}) => id === libraryId) ?? null;
		const chosen = chooseDelayProfile(delayProfiles, library) ?? firstDelayProfile;
		const profile = chosen.isDefault ? {...chosen, ...defaultDelay(deps.settings)} : chosen;
		return {
			library,
			languageProfile: languageProfiles.find(({id}) => id === library?.languageProfileId) ?? null,
			releaseProfiles: releaseProfiles.filter(({tags}) => isForLibrary(tags, library)),
			settings: {
				...settings,
				delay: toDelay(profile),
				preferredProtocol: profile.preferredProtocol === 'any' ? null : profile.preferredProtocol,
			},
		};
	};
}

async function readSettings({
	indexers,
	qualityDefinitions,
	settings,
}: FactDeps): Promise<Omit<Facts['settings'], 'delay' | 'preferredProtocol'>> {
	const known = await indexers.list();
	return {
		minimumSeeders: settings.get('filters.minimumSeeders'),
		minimumSeedersOf: Object.fromEntries(
			known.flatMap(({id, minimumSeeders}) => (minimumSeeders === null ? [] : [[id, minimumSeeders] as const])),
		),
		indexerTags: Object.fromEntries(known.map(({id, tags}) => [id, tags])),
		retentionDays: settings.get('filters.retention'),
		sizeLimits: await qualityDefinitions.limits(),
		allowedHardcodedSubs: settings.get('media.allowedHardcodedSubs'),
		properRepack: settings.get('media.properRepack'),
	};
}

const maxFolders = 1000;

/**
 * Bytes free on a folder's disk, less the space an import must leave free; null when unknown. Asks for each folder only
 * once.
 */
function createSpareSpace({freeSpaceOf, settings}: FactDeps): (folder: string) => Promise<number | null> {
	const spare = createCache<Promise<number | null>>({max: maxFolders});

	async function ask(folder: string): Promise<number | null> {
		const free = await freeSpaceOf(folder);
		return free === null ? null : free - bytesToKeepFree({settings});
	}

	return folder => spare.get(folder, () => ask(folder));
}
