import {toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide} from '#shared/domain/decisions/decide.ts';
import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {rank} from '#shared/domain/decisions/rank.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {createTitleIndex, type LibraryTitle, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import {untagged} from '#shared/domain/media/tags.ts';
import type {CustomFormat} from '#shared/domain/quality/custom-format.ts';
import {matchFormats, noHits, patternsOf, patternTexts, scoreFormats} from '#shared/domain/quality/custom-formats.ts';
import {defaultProfiles, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import {defaultSizeLimits} from '#shared/domain/quality/size-limits.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {noDelay} from '#test/helpers/build-release.ts';
import {madeUpMovie, madeUpReleaseTitle} from './titles/made-up-titles.ts';

readCommandLine({usage: 'npm run bench:decide', about: 'Measures parsing, scoring and deciding about a thousand releases.'});

const libraryTitles = 100_000;
const releaseCount = 1000;
const limitMilliseconds = 500;
const formatCount = 40;
const rounds = 5;
const noTexts = {releaseTitle: '', releaseGroup: '', edition: ''};

const now = new Date('2026-01-01T00:00:00Z');

const formats: CustomFormat[] = Array.from({length: formatCount}, (_, n) => ({
	id: `format-${n}`,
	name: `Format ${n}`,
	includeWhenRenaming: false,
	conditions: [{name: 'group', kind: 'releaseTitle', value: `(?<![a-z])grp${n}\\b`, negate: false, required: true}],
}));

const profile: QualityProfile = {
	...defaultProfiles[1]!, // "Any"
	id: 'any',
	formatScores: formats.map(({id}, n) => ({customFormatId: id, score: n})),
};

function madeUpRelease(n: number): FoundRelease {
	const movie = madeUpMovie((n * 7919) % libraryTitles);
	return {
		guid: `guid-${n}`,
		title: madeUpReleaseTitle(movie, n),
		size: 8_000_000_000,
		indexer: 'Made up',
		indexerId: 'indexer',
		indexerPriority: 25,
		publishDate: new Date('2025-12-01T00:00:00Z'),
		downloadUrl: null,
		magnetUrl: null,
		infoUrl: null,
		category: ['2000'],
		protocol: 'torrent',
		seeders: n % 300,
		leechers: 0,
		infoHash: n.toString(16).padStart(40, '0'),
		flags: [],
		container: null,
		files: null,
		languages: [],
		imdbId: null,
		metaId: null,
		tvMetaId: null,
	};
}

const noTerms: ReadonlySet<string> = new Set();

const facts: Facts = {
	profile,
	files: [
		{
			quality: 'HDTV-720p',
			formatScore: 0,
			revision: {version: 1, real: 0},
			group: 'OLD',
			releaseTitle: 'Old.720p.HDTV-OLD',
			correctsOthers: false,
			addedAt: null,
		},
	],
	queue: [],
	blocklist: toBlocklist(
		Array.from({length: 1000}, (_, n) => ({guid: `blocked-${n}`, infoHash: null, title: `Blocked ${n}`, indexerId: 'indexer', size: n})),
	),
	settings: {
		minimumSeeders: 1,
		minimumSeedersOf: {},
		retentionDays: 0,
		minimumAgeMinutes: 0,
		maximumSizeMb: 0,
		requiredFlagsOf: {},
		sizeLimits: defaultSizeLimits,
		delay: noDelay,
		preferredProtocol: null,
		allowedHardcodedSubs: [],
		properRepack: 'prefer',
		indexerTags: {},
		indexerScopes: {},
	},
	availableFrom: availableFrom('announced', {inCinemas: null, digitalRelease: null, physicalRelease: null}, 0),
	airedFrom: 'always',
	originalLanguage: 'en',
	failing: [],
	grabbedLately: [],
	grabbedBefore: toBlocklist([]),
	heldByCopies: [],
	wantedEpisodes: null,
	searched: false,
	byPerson: false,
	waitingSince: null,
	tagged: untagged,
	languageProfile: null,
	releaseProfiles: [],
	importedHashes: new Set(),
	firstWaiting: null,
	monitoredEpisodes: new Set(),
	onlyMonitored: false,
	lostEpisodes: [],
	freeBytes: null,
	now,
};

/** From titles to decisions, with the search worker's steps: parse, match, score, decide, rank. */
const matcher = createPatternMatcher();

async function decideAll(releases: readonly FoundRelease[], index: TitleIndex<LibraryTitle>): Promise<Decision[]> {
	const patterns = patternsOf(formats);
	const read = releases.map(release => {
		const parsed = parseTitle(release.title, {mode: 'movie'});
		return {release, parsed, entry: parsed && matchMovie(index, parsed, release)};
	});
	const {hits} = await matcher.match(
		patterns,
		read.map(({parsed}) => (parsed ? patternTexts(parsed) : noTexts)),
	);
	const decisions = read.map(({release, parsed, entry}, at) => {
		const {languages = []} = parsed ?? {};
		const subject = parsed && {parsed, release, languages, releaseType: 'movie' as const, originalLanguage: 'en', hits: hits[at] ?? noHits};
		const found = subject ? matchFormats(formats, subject) : [];
		const movie = entry && {id: entry.id, title: entry.title, year: entry.year, runtime: 110};
		return decide(
			toCandidate(release, parsed, {media: {kind: 'movie', movie}, formats: scoreFormats(profile, found), matchedTerms: noTerms}),
			facts,
		);
	});
	return rank(decisions, {
		preferredProtocol: null,
		wholeSeason: false,
		sizeLimits: defaultSizeLimits,
		properRepack: 'prefer',
		preferIndexerFlags: false,
		now,
	});
}

async function timed<T>(work: () => T | Promise<T>): Promise<{result: T; milliseconds: number}> {
	const start = performance.now();
	const result = await work();
	return {result, milliseconds: performance.now() - start};
}

const indexed = await timed(() => createTitleIndex(Array.from({length: libraryTitles}, (_, n) => madeUpMovie(n))));
const releases = Array.from({length: releaseCount}, (_, n) => madeUpRelease(n));
const runs: Awaited<ReturnType<typeof timed<Decision[]>>>[] = [];
for (let round = 0; round < rounds; round += 1) {
	runs.push(await timed(() => decideAll(releases, indexed.result)));
}
const mapped = runs[0]!.result.filter(({candidate: {media}}) => media.kind === 'movie' && media.movie).length; // rounds is not 0
const [first = 0, ...rest] = runs.map(({milliseconds}) => milliseconds);

console.log(`index of ${libraryTitles} titles built in ${indexed.milliseconds.toFixed(0)} ms`);
console.log(
	`${releaseCount} releases, ${mapped} mapped, ${formatCount} formats: first ${first.toFixed(0)} ms, then ${Math.min(...rest).toFixed(0)} ms (limit ${limitMilliseconds} ms)`,
);
if (first > limitMilliseconds || mapped !== releaseCount) {
	process.exitCode = 1;
}
await matcher.close();
