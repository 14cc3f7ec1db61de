import test from 'ava';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';

type Row = [mode: TitleMode, name: string, parsed: Partial<ParsedTitle>];

const rows: readonly Row[] = [
	// An episode is never its season.
	['tv', 'Lamp Quay S2 (7).mkv', {season: 2, absoluteEpisodes: [7], fullSeason: false}],
	['tv', 'Lamp Quay Season 3 (7).mp4', {season: 3, absoluteEpisodes: [7], fullSeason: false}],
	['tv', 'Lamp Quay Staffel 3 (7).mkv', {season: 3, absoluteEpisodes: [7], fullSeason: false}],
	['tv', 'Lamp Quay S03 Ch7.mkv', {season: 3, absoluteEpisodes: [7], fullSeason: false}],
	['tv', 'Lamp Quay S3~17.mkv', {season: 3, absoluteEpisodes: [17], multiSeason: false}],
	['tv', 'Lamp Quay SE03.07.1080p.mp4', {title: 'Lamp Quay', season: 3, episodes: [7]}],
	['tv', '[KITE][Lamp_Quay_SE3][07][DVDRip].mkv', {title: 'Lamp Quay', season: 3, absoluteEpisodes: [7]}],
	['tv', 'Lamp Quay [3.07] Episode 307.avi', {title: 'Lamp Quay', season: 3, episodes: [7]}],
	['tv', 'Lamp.Quay.S0307.720p.HDTV.x264-KITE', {title: 'Lamp Quay', season: 3, episodes: [7]}],
	['tv', 'Lamp Quay - Episode 7 [S 3 - Ep 007] - Mon 10 Mar 2003 [KITE].avi', {title: 'Lamp Quay', season: 3, episodes: [7]}],
	['tv', 'Lamp.Quay.season.VI.20190803.EP07.1080p.mp4', {title: 'Lamp Quay', season: 6, episodes: [7]}],
	['tv', 'Lamp Quay [HDTV 720p][Caap.307].mkv', {title: 'Lamp Quay', season: 3, episodes: [7]}],
	['tv', 'lampquays03e07e081080-kite', {season: 3, episodes: [7, 8]}],
	['tv', 'Lamp Quay part 2 to part 4.avi', {episodes: [2, 3, 4]}],
	['tv', 'Lamp Tail - 300 Piers Watch 021-023 [KiteStream]', {absoluteEpisodes: [21, 22, 23]}],
	['tv', '[Kite] Lamp Quay S2 Part 1 - 07 [1080p]', {absoluteEpisodes: [7]}],
	// A season is never an episode.
	['tv', 'Lamp Quay season 3 of 5 720p WEB-DL', {season: 3, fullSeason: true, episodes: [], absoluteEpisodes: []}],
	['tv', 'Lamp Quay - Series 2 of 5 (2006) DVDRip', {season: 2, fullSeason: true, episodes: []}],
	['tv', 'Lamp Quay 2xAll 720p HDTV x264', {season: 2, fullSeason: true}],
	['tv', 'El Muelle T3 Completa Latino 1080p', {season: 3, fullSeason: true}],
	['tv', '[Kite Time] Lamp Quay (0001-0950+Movies+Specials) [BD] [1080p]', {title: 'Lamp Quay'}],
	// Nor is a pack that lacks episodes a whole one.
	['tv', 'Lamp.Quay.S03.1080p.INCOMPLETE.WEB-DL.H264-KITE', {season: 3, fullSeason: false, partialSeason: true}],
	['tv', 'Lamp.Quay.S03.(missing.E04).1080p.WEB-DL-KITE', {season: 3, fullSeason: false, episodes: [], absoluteEpisodes: []}],
	['tv', 'Lamp.Quay.S03.1080p.[S03E04.missing]-KITE', {season: 3, fullSeason: false, episodes: [], absoluteEpisodes: []}],
	['tv', 'Lamp.Quay.S03E04.Missing.1080p.WEB-KITE', {season: 3, episodes: [4]}],
	['tv', 'Lamp Quay S03 First Half 1080p', {season: 3, fullSeason: false}],
	['tv', 'Lamp Quay S03 Ongoing 1080p WEB-DL', {season: 3, fullSeason: false}],
	['tv', 'Wieża *2023* [S02] [1080p.WEB-DL-KITE]', {title: 'Wieża 2023', season: 2, fullSeason: true}],
	// Titles of films.
	['movie', '2003- Lamp Park II.mkv', {title: 'Lamp Park II', year: 2003}],
	['movie', 'Lamp 2.0 720p BluRay DTS 5.1 x264-KITE', {title: 'Lamp 2 0'}],
	['movie', 'Lamp.3.2009.Extended.2009.1080p.BluRay-KITE', {title: 'Lamp 3', year: 2009}],
	['movie', 'Lamp.Quay.3D.HSBS.2014.1080p.BluRay-KITE', {title: 'Lamp Quay', year: 2014}],
	['movie', 'Lamp Quay [BD50] (1953)', {title: 'Lamp Quay', year: 1953}],
	['movie', 'BD-25_LAMP_QUAY_1974', {title: 'LAMP QUAY', year: 1974}],
	['movie', '[kite] Lamp Quay MULTi VF/VOSTFR (BD 1080p AAC)', {title: 'Lamp Quay'}],
	['movie', 'The.Tired.German.2008.720p.WEB-DL-KITE', {title: 'The Tired German', year: 2008, languages: []}],
	['movie', 'Lamp.Quay.2012.BDRip.English.and.Española', {languages: ['english', 'spanish']}],
	['movie', 'Lamp.Quay.NORDiC.2018.1080p.BluRay.x264-KITE', {title: 'Lamp Quay', year: 2018}],
];

test('numbers in loose forms', t => {
	for (const [mode, name, parsed] of rows) {
		t.like(parseTitle(name, {mode}), parsed, name);
	}
});

test('groups behind notes, versions behind a space, and glued resolutions', t => {
	const tv = (name: string) => parseTitle(name, {mode: 'tv'});
	t.is(tv('Lamp S01E02 1080p WEB x265 AAC -Kite-Raws (MAX) (VF, FRENCH, Multi-Subs)')?.group, 'Kite-Raws');
	t.is(tv('Lamp S01E02 1080p WEB x264 -Kite-Subs (CR)')?.group, 'Kite-Subs');
	t.is(tv('Lamp.S01E02.1080p.WEB.x265.10bit-KiteTai&Reed')?.group, 'KiteTai&Reed');
	t.is(tv('Lamp Quay s2 e03 v2.mkv')?.quality.version, 2);
	t.is(tv('Lamp.S01E02.2160p1080p.WEBRip.x265-KITE')?.quality.resolution, 2160);
	t.is(tv('[Kite]_Lamp_Quay_-_02_BDRip_AAC_1080MP4')?.quality.resolution, 1080);
	t.is(tv('Lamp Quay S02E03 1080р х264.avi')?.quality.resolution, 1080);
	t.is(tv('Lamp Quay Season 2 (1080p BD Remuxes)')?.quality.modifier, 'remux');
});
