import {createCache} from '#shared/coordination/cache.ts';
import {presentOfEpisodes, presentOfMovie} from '#shared/domain/decisions/copies.ts';
import {chooseDelayProfile, firstDelayProfile, toDelay} from '#shared/domain/decisions/delay-profile.ts';
import {type Asking, type Facts, type HeldRelease, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {isProfileFor} from '#shared/domain/decisions/release-profile.ts';
import {availabilityDelayOf, availableFrom, episodesAvailableFrom} from '#shared/domain/media/availability.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {isFor, isForBoth, type Scope} from '#shared/domain/scope.ts';
import {defaultDelay} from '#shared/settings/delay-default.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type GrabbedLately, grabbedBefore, grabbedLately} from './grabbed-lately.ts';

export const byFeed: Asking = {searched: false, byPerson: false, onlyMonitored: true, waitingSince: null};
export const byTask: Asking = {...byFeed, searched: true};
/** A person wants the best release grabbed. */
export const byPerson: Asking = {...byTask, byPerson: true};
/** A person chooses from the list of releases. */
export const byHand: Asking = {...byPerson, onlyMonitored: false};

/** Why a release is judged, and the ids of the episodes that are searched for; null for any. */
export interface Asked extends Asking {
	episodeIds: ReadonlySet<string> | null;
}

/** A series, with everything needed to judge one of its releases. */
export interface SeriesFacts {
	series: Series;
	episodes: Episode[];
	/** Facts of a release that contains `held`. */
	of(held: readonly Episode[], asked: Asked): Facts;
}

/** A movie, with everything needed to judge one of its releases. */
interface MovieFacts {
	of(asked: Asking): Facts;
}

export type OtherCopy = Pick<Movie, 'id' | 'libraryId'>;

/** Collects what the rules need to know, for the releases that are judged together. */
interface FactCollector {
	/** `others` are the copies of it in other libraries. */
	ofMovie(movie: Movie, others?: readonly OtherCopy[]): Promise<MovieFacts>;
	ofSeries(series: Series, others?: readonly OtherCopy[]): Promise<SeriesFacts>;
	/**
	 * For a release of an unknown title, so that the rules can still list every reason against it. Its profile is that
	 * of the title that was searched.
	 */
	ofStranger(searched: {qualityProfileId: string} | null): MovieFacts;
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
type Title = Pick<Movie, 'libraryId' | 'languageProfileId' | 'tags' | 'originalLanguage'> & {qualityProfileId: string | null};

/** Earlier grabs count against a release in a feed, and against one that has waited since before that grab. */
const counts = ({searched, waitingSince}: Asking, at: Date) => !searched || (waitingSince !== null && at >= waitingSince);

export async function collectFacts(
	releases: readonly FoundRelease[],
	askedOf: (release: FoundRelease) => Asking,
	deps: FactDeps,
): Promise<FactCollector> {
	const {blocklist, history, downloads, episodes, settings, now} = deps;
	const offered = releases.filter(release => {
		const {searched, waitingSince} = askedOf(release);
		return !searched || waitingSince !== null;
	});
	const before = await grabbedBefore(offered, deps);
	const ofAll = {
		blocklist: toBlocklist(await blocklist.touching(releases)),
		importedHashes: await history.importedHashes(releases.flatMap(({infoHash}) => infoHash ?? [])),
		firstWaiting: null,
		now: now(),
	};
	const profileOf = await deps.qualityProfiles.readAll();
	const taggedFacts = await readTaggedFacts(deps);
	const spareSpace = createSpareSpace(deps);
	const ownLanguages = await readLanguages(deps);
	const ofTitle = ({qualityProfileId, languageProfileId, originalLanguage, ...title}: Title, media: Scope) => ({
		...ofAll,
		...taggedFacts(title, media),
		...ownLanguages(languageProfileId),
		profile: profileOf(qualityProfileId),
		originalLanguage,
	});
	const noEpisodes = {wantedEpisodes: null, monitoredEpisodes: new Set<string>()};
	const lately = async (of: {movieId: string} | {seriesId: string}) => (offered.length > 0 ? grabbedLately(of, deps) : []);
	const ofAsking = ({searched, byPerson, onlyMonitored, waitingSince}: Asking, grabbed: readonly GrabbedLately[]) => {
		const asking = {searched, byPerson, onlyMonitored, waitingSince};
		const counted = before.filter(({at}) => counts(asking, at));
		return {
			...asking,
			grabbedBefore: {guids: new Set(counted.map(({guid}) => guid)), infoHashes: new Set(counted.flatMap(({infoHash}) => infoHash ?? []))},
			grabbedLately: grabbed.filter(({at}) => counts(asking, at)).map(({copy}) => copy),
		};
	};

	return {
		ofStranger(searched) {
			const facts = {
				...ofTitle({libraryId: null, tags: [], originalLanguage: null, qualityProfileId: searched?.qualityProfileId ?? null}, null),
				...presentOfMovie({file: null}, []),
				...noEpisodes,
				availableFrom: 'always' as const,
				airedFrom: 'always' as const,
				freeBytes: null,
				heldByCopies: [],
			};
			return {of: once(asked => ({...facts, ...ofAsking(asked, [])}))};
		},
		async ofMovie(movie, others = []) {
			const grabbed = await lately({movieId: movie.id});
			const facts = {
				...ofTitle(movie, 'movies'),
				...presentOfMovie(movie, await downloads.forMovie(movie.id)),
				...noEpisodes,
				availableFrom: availableFrom(
					movie.minimumAvailability,
					movie,
					availabilityDelayOf(movie, settings.get('media.availabilityDelayDays')),
				),
				airedFrom: 'always' as const,
				freeBytes: await spareSpace(movie.rootFolderPath),
				heldByCopies: await heldBy('movieIds', others, deps),
			};
			return {of: once(asked => ({...facts, ...ofAsking(asked, grabbed)}))};
		},
		async ofSeries(series, others = []) {
			const queued = await downloads.forSeries(series.id);
			const grabbed = await lately({seriesId: series.id});
			const all = await episodes.ofSeries(series.id);
			const takesEarly = settings.get('media.grabBeforeAiring');
			const ofSeries = {
				...ofTitle(series, 'tv'),
				monitoredEpisodes: new Set(all.filter(({monitored}) => monitored).map(({id}) => id)),
				freeBytes: await spareSpace(series.rootFolderPath),
				heldByCopies: await heldBy('seriesIds', others, deps),
			};
			return {
				series,
				episodes: all,
				of(held, {episodeIds: wanted, ...asked}) {
					const ids = new Set(held.map(({id}) => id));
					const airDates = held.toSorted(byNumber).map(({airDateUtc}) => airDateUtc);
					return {
						...ofSeries,
						...presentOfEpisodes(held, all, queued),
						...ofAsking(
							asked,
							grabbed.filter(({episodeIds}) => episodeIds.some(id => ids.has(id))),
						),
						wantedEpisodes: wanted && !asked.byPerson ? wanted.intersection(ofSeries.monitoredEpisodes) : wanted,
						availableFrom: airDates.length > 0 ? episodesAvailableFrom(airDates, takesEarly) : 'always',
						airedFrom: airDates.length > 0 ? episodesAvailableFrom(airDates, false) : 'always',
					};
				},
			};
		},
	};
}

const byNumber = (a: Episode, b: Episode) => a.seasonNumber - b.seasonNumber || a.episodeNumber - b.episodeNumber;

/** Thousands of releases of one search share why they are judged, and then their facts. */
function once(make: (asked: Asking) => Facts): (asked: Asking) => Facts {
	const made = new Map<Asking, Facts>();
	return asked => {
		const facts = made.get(asked) ?? make(asked);
		made.set(asked, facts);
		return facts;
	};
}

/** What was grabbed for the other copies of a title. */
async function heldBy(
	kind: 'movieIds' | 'seriesIds',
	others: readonly OtherCopy[],
	{downloads, libraries}: FactDeps,
): Promise<HeldRelease[]> {
	if (others.length === 0) {
		return [];
	}
	const held = await downloads.heldFor({[kind]: others.map(({id}) => id)});
	const names = new Map((held.length > 0 ? await libraries.list() : []).map(({id, name}) => [id, name]));
	const libraryOf = new Map(others.map(({id, libraryId}) => [id, names.get(libraryId ?? '') ?? null]));
	return held.map(({release: {guid, indexerId, infoHash}, target: {movieId, seriesId}, state}) => {
		const library = libraryOf.get(movieId ?? seriesId ?? '') ?? null;
		return {guid, indexerId, infoHash, library, isImported: state === 'imported'};
	});
}

/** What a language profile of a title itself puts in the place of that of its library. */
async function readLanguages({languageProfiles}: FactDeps) {
	const known = await languageProfiles.list();
	return (profileId: string | null | undefined): Partial<Pick<Facts, 'languageProfile'>> => {
		const languageProfile = known.find(({id}) => id === profileId);
		return languageProfile ? {languageProfile} : {};
	};
}

type TaggedFacts = Pick<Facts, 'tagged' | 'languageProfile' | 'releaseProfiles' | 'settings'>;

/** Combinations of library and labels whose facts are remembered. */
const maxCombinations = 1000;

/**
 * Reads these few records once. Returns what a title's library and labels ask of releases, with their delay; the same
 * for all titles that have the same.
 */
async function readTaggedFacts(deps: FactDeps): Promise<(title: Pick<Movie, 'libraryId' | 'tags'>, media: Scope) => TaggedFacts> {
	const libraries = await deps.libraries.list();
	const languageProfiles = await deps.languageProfiles.list();
	const releaseProfiles = await deps.releaseProfiles.list();
	const delayProfiles = await deps.delayProfiles.list();
	const settings = await readSettings(deps);
	const remembered = createCache<TaggedFacts>({max: maxCombinations});
	const factsOf = (library: Library | null, labels: readonly string[], media: Scope): TaggedFacts => {
		const isIts = (record: {scope?: Scope}) => (media === null ? isForBoth(record) : isFor(record, media));
		const tagged = {library, labels};
		const chosen = chooseDelayProfile(delayProfiles.filter(isIts), tagged) ?? firstDelayProfile;
		const profile = chosen.isDefault ? {...chosen, ...defaultDelay(deps.settings)} : chosen;
		return {
			tagged,
			languageProfile: languageProfiles.find(({id}) => id === library?.languageProfileId) ?? null,
			releaseProfiles: releaseProfiles.filter(each => isIts(each) && isProfileFor(each, tagged)),
			settings: {
				...settings,
				delay: toDelay(profile),
				preferredProtocol: profile.preferredProtocol === 'any' ? null : profile.preferredProtocol,
			},
		};
	};
	// The stored labels of a title are sorted.
	return ({libraryId, tags: labels}, media) =>
		remembered.get(JSON.stringify([libraryId, labels, media]), () =>
			factsOf(libraries.find(({id}) => id === libraryId) ?? null, labels, media),
		);
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
		requiredFlagsOf: Object.fromEntries(known.map(({id, requiredFlags}) => [id, requiredFlags])),
		minimumAgeMinutes: settings.get('filters.minimumAgeMinutes'),
		maximumSizeMb: settings.get('filters.maximumSizeMb'),
		indexerScopes: Object.fromEntries(known.map(({id, scope}) => [id, scope])),
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
