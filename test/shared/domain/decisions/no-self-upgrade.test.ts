import test from 'ava';
import type {Candidate} from '#shared/domain/decisions/candidate.ts';
import {judgementCopy} from '#shared/domain/decisions/copies.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {toJudgement} from '#shared/domain/decisions/judged-release.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import {defaultEpisodeNaming, episodePath} from '#shared/domain/naming/episode-path.ts';
import {defaultMovieNaming, moviePath} from '#shared/domain/naming/movie-path.ts';
import {qualityOf, revisionOf} from '#shared/domain/quality/qualities.ts';
import type {Copy} from '#shared/domain/quality/upgrade.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import {buildCandidate, buildFacts, profileCalled} from '#test/helpers/build-release.ts';

const first = 'Paper Silent Crimson Hollow Golden Distant Broken Velvet Burning Frozen'.split(' ');
const second = 'Harbor Orchard Lantern Compass Garden River Station Letter Mirror Winter'.split(' ');
const words = {
	source: [
		'1080p.WEB-DL.DDP5.1.H.264',
		'2160p.UHD.BluRay.REMUX.HEVC.TrueHD',
		'720p.BluRay.x264',
		'1080p.HDTV.x264',
		'480p.WEBRip.x264',
		'DVDRip.XviD',
		'576p.BluRay.x264',
		'TELESYNC.x264',
		'2160p.WEBRip.x265',
		'1080p.BluRay.REMUX.AVC',
	],
	revision: ['', '', '', 'PROPER.', 'REPACK.', 'REPACK2.', 'REAL.PROPER.', 'RERIP.'],
	edition: ['', '', 'Extended.', 'Directors.Cut.', 'IMAX.'],
	group: ['KITE', 'LARK', 'WREN2', 'OriOLe'],
};

/** The n-th of many thousand combinations; the steps have no common divisor with the lists, so all pairs come up. */
function madeUp(n: number) {
	const pick = (list: readonly string[], step: number) => list[Math.floor(n / step) % list.length] ?? '';
	const title = `${pick(first, 1)} ${pick(second, 10)}${n % 3 === 0 ? ` ${2 + (n % 7)}` : ''}`;
	const tags = `${pick(words.edition, 7)}${pick(words.revision, 3)}${pick(words.source, 11)}-${pick(words.group, 5)}`;
	return {title, year: 1950 + (n % 76), tags};
}

function freeze(candidate: Candidate) {
	const judgement = toJudgement(candidate);
	const {edition, languages, qualityScore} = judgement;
	return {...judgementCopy(candidate.release.title, judgement), edition, languages, qualityScore};
}

function reread(parsed: ParsedTitle, formatScore: number): Copy {
	return {
		quality: qualityOf(parsed.quality).name,
		revision: revisionOf(parsed.quality),
		group: parsed.group,
		formatScore,
		releaseTitle: null,
		correctsOthers: false,
		addedAt: null,
	};
}

const allItems = profileCalled('Any').items.map(item => ({...item, allowed: true}));
const facts = buildFacts({
	profile: profileCalled('Any', {
		items: allItems,
		cutoff: 'Remux-2160p',
		minFormatScore: -1000,
		minUpgradeFormatScore: 1,
		cutoffFormatScore: 10_000,
	}),
});
const titles = 10_000;

test('after grab, rename and re-reading, no movie release is an upgrade of itself', t => {
	const upgrades: string[] = [];
	for (let n = 0; n < titles; n++) {
		const {title, year, tags} = madeUp(n);
		const releaseTitle = `${title.replaceAll(' ', '.')}.${year}.${tags}`;
		const candidate = buildCandidate({title: releaseTitle}, {formatScore: (n % 40) - 10});
		const grab = freeze(candidate);
		const movie = {title, originalTitle: null, year, metaId: n, imdbId: null, certification: null};
		const file = {
			...grab,
			repack: candidate.parsed?.quality.repack ?? false,
			customFormats: [],
			mediaInfo: null,
			originalFileName: null,
			extension: '.mkv',
		};
		const path = `/films/${moviePath(movie, file, defaultMovieNaming)}`;
		const again = parseTitle(path, {mode: 'movie', isPath: true});
		const onDisk = again && reread(again, grab.formatScore);
		const unsafe = [grab, ...(onDisk ? [onDisk] : [])].some(file => decide(candidate, {...facts, files: [file]}).approved);
		const wanted = decide(candidate, facts).approved;
		if (!wanted || !onDisk || unsafe || again.title !== title || again.year !== year) {
			upgrades.push(`${releaseTitle} -> ${path}`);
		}
	}

	t.deepEqual(upgrades.slice(0, 5), []);
});

test('after grab, rename and re-reading, no episode release is an upgrade of itself', t => {
	const upgrades: string[] = [];
	for (let n = 0; n < titles; n += 7) {
		const {title, year, tags} = madeUp(n);
		const episode = {seasonNumber: 1 + (n % 9), episodeNumber: 1 + (n % 23), absoluteEpisodeNumber: null, title: 'The Part', airDate: null};
		const code = `S0${episode.seasonNumber}E${String(episode.episodeNumber).padStart(2, '0')}`;
		const media = {kind: 'series' as const, series: {id: 's', title}, episodes: [{...episode, id: 'e', runtime: 45}]};
		const candidate = buildCandidate({title: `${title.replaceAll(' ', '.')}.${code}.${tags}`}, {media});
		const grab = freeze(candidate);
		const file = {
			...grab,
			repack: candidate.parsed?.quality.repack ?? false,
			customFormats: [],
			mediaInfo: null,
			originalFileName: null,
			extension: '.mkv',
		};
		const series = {title, year, type: 'standard' as const, metaId: n, tvMetaId: null, imdbId: null};
		const path = episodePath(series, {episodes: [episode], file, inSeasonFolder: true}, defaultEpisodeNaming);
		const again = parseTitle(`/shows/${path}`, {mode: 'tv', isPath: true});
		const onDisk = again && reread(again, 0);
		const unsafe = [grab, ...(onDisk ? [onDisk] : [])].some(file => decide(candidate, {...facts, files: [file]}).approved);
		const wanted = decide(candidate, facts).approved;
		if (!wanted || !onDisk || unsafe || again.season !== episode.seasonNumber || again.episodes[0] !== episode.episodeNumber) {
			upgrades.push(`${candidate.release.title} -> ${path}`);
		}
	}

	t.deepEqual(upgrades.slice(0, 5), []);
});

test('a renamed file is found again as the movie that it is', t => {
	const library = Array.from({length: 300}, (_, n) => ({
		...madeUp(n),
		id: String(n),
		originalTitle: null,
		alternativeTitles: [],
		imdbId: null,
		metaId: n,
		tvMetaId: null,
	}));
	const index = createTitleIndex(library);
	for (const movie of library) {
		const parsed = parseTitle(`/films/${movie.title} (${movie.year})/${movie.title} (${movie.year}) [WEBDL-1080p]-KITE.mkv`, {
			mode: 'movie',
			isPath: true,
		});
		t.is(parsed && matchMovie(index, parsed)?.id, movie.id);
	}
});
