import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {buildSeason} from '#test/helpers/build-series.ts';
import {buildMediaFile, filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

/** What people reported of imports elsewhere, in names of our own. */
interface Row {
	/** Title of the release. */
	title: string;
	/** Files of the download by name; a number is a video of that many kilobytes. */
	files: Record<string, number | string>;
	/** The episodes that it was grabbed for, such as `1x02`. */
	grabbed: readonly string[];
	/** Episodes that have a worse file before. */
	present?: readonly string[];
	state: 'imported' | 'importPending';
	/** The imported episodes with the name of the file in the download. */
	episodes: Record<string, string>;
	/** Names of subtitles beside the videos in the end, without those of their videos. */
	subtitles?: readonly string[];
	/** What the queue says. */
	says?: RegExp;
	type?: 'standard' | 'anime';
}

const show = 'Paper.Lanterns';
const days = (year: number, count: number) =>
	Array.from({length: count}, (_, index) => new Date(Date.UTC(year, 0, 1 + 7 * index)).toISOString().slice(0, 10));

const imports = test.macro(async (t: ExecutionContext, row: Row) => {
	const second = buildSeason(2, days(2021, 12));
	const counted = second.episodes.map(each => ({...each, absoluteEpisodeNumber: 12 + each.episodeNumber}));
	const seasons = [buildSeason(0, ['2020-01-01']), buildSeason(1, days(2020, 12)), {...second, episodes: counted}];
	const world = await createWorld(t, {series: {details: {seasons, type: row.type ?? 'standard'}}});
	const {deps, downloads, series} = world;
	const find = async (number: string) => {
		const [season = 0, episode = 0] = number.split('x').map(Number);
		return world.episode(season, episode);
	};
	for (const number of row.present ?? []) {
		const path = await writeAt(join(series.path, `old ${number}.mkv`), 'old');
		const file = buildMediaFile({id: `old ${number}`, path, quality: 'SDTV', qualityScore: 10});
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [(await find(number)).id], file, replaces: []}, deps.now());
	}
	for (const [name, content] of Object.entries(row.files)) {
		await writeAt(join(downloads, row.title, name), typeof content === 'number' ? buildMatroska({size: content * 1000}) : content);
	}
	const {id} = await world.addItem([], {title: row.title, outputPath: join(downloads, row.title)});
	const episodeIds = await Promise.all(row.grabbed.map(async number => (await find(number)).id));
	await deps.downloads.change(id, {target: {movieId: null, seriesId: series.id, episodeIds}});
	await handleImportDownload({queueItemId: id}, deps, world.run()).catch(() => {});
	const item = await deps.downloads.get(id);
	const all = (await deps.episodes.ofSeries(series.id)).filter(({file}) => file && !file.id.startsWith('old'));
	const imported = Object.fromEntries(
		all.map(({seasonNumber, episodeNumber, file}) => [
			`${seasonNumber}x${String(episodeNumber).padStart(2, '0')}`,
			file?.originalFile?.split('/').slice(1).join('/'),
		]),
	);
	t.deepEqual({state: item.state, episodes: imported}, {state: row.state, episodes: row.episodes}, JSON.stringify(item.statusMessages));
	t.regex(JSON.stringify(item.statusMessages), row.says ?? /./);
	const subtitles = (await filesBelow(world.library)).filter(path => path.endsWith('.srt')).map(path => path.replace(/^.*\]/, ''));
	t.deepEqual(subtitles.toSorted(), [...(row.subtitles ?? [])].toSorted());
});

const whole = (season: number) => Array.from({length: 12}, (_, index) => `${season}x${String(index + 1).padStart(2, '0')}`);

test('a double episode replaces two single ones', imports, {
	title: `${show}.S01.1080p.WEB-DL.x265-NOBODY`,
	files: {[`${show}.S01E01-E02.1080p.mkv`]: 60, [`${show}.S01E03.1080p.mkv`]: 50},
	grabbed: ['1x01', '1x02', '1x03'],
	present: ['1x01', '1x02', '1x03'],
	state: 'imported',
	episodes: {'1x01': `${show}.S01E01-E02.1080p.mkv`, '1x02': `${show}.S01E01-E02.1080p.mkv`, '1x03': `${show}.S01E03.1080p.mkv`},
});
test('a count within a season is that season', imports, {
	title: 'Paper Lanterns S02 - 01 [Site][WEB-DL][1080p][AAC]-NOBODY',
	files: {'Paper Lanterns S02 - 01 [Site][WEB-DL][1080p][AAC].mkv': 50},
	grabbed: ['2x01'],
	present: ['1x01'],
	state: 'imported',
	episodes: {'2x01': 'Paper Lanterns S02 - 01 [Site][WEB-DL][1080p][AAC].mkv'},
});
test('a season in words before a count is that season', imports, {
	title: 'Paper Lanterns Season 2 - 02 [1080p] WEB-NOBODY',
	files: {'Paper Lanterns Season 2 - 02 [1080p].mkv': 50},
	grabbed: ['2x02'],
	present: ['1x02'],
	state: 'imported',
	episodes: {'2x02': 'Paper Lanterns Season 2 - 02 [1080p].mkv'},
});
test('the same episode of another show is not imported', imports, {
	title: `${show}.S01E04.Chapter.Four.1080p.WEB-DL.H.264-NOBODY`,
	files: {'Abbey.Elementary.S01E04.1080p.WEB-DL.H.264-OTHER.mkv': 50},
	grabbed: ['1x04'],
	present: ['1x04'],
	state: 'importPending',
	episodes: {},
	says: /another show, \\"Abbey Elementary\\"/,
});
test('each file of a batch is its own episode', imports, {
	title: 'Paper Lanterns Episode 5-8 [English Dub][1080p][NOBODY]',
	files: Object.fromEntries([5, 6, 7, 8].map(number => [`Paper Lanterns Episode ${number} [English Dub][1080p].mkv`, 50 + number])),
	grabbed: ['1x05', '1x06', '1x07', '1x08'],
	type: 'anime',
	state: 'imported',
	episodes: Object.fromEntries([5, 6, 7, 8].map(number => [`1x0${number}`, `Paper Lanterns Episode ${number} [English Dub][1080p].mkv`])),
});
test('a point between season and episode', imports, {
	title: 'Paper Lanterns s02 WEB-DL 1080p-NOBODY',
	files: {'Paper.Lanterns.s02.01.mkv': 50, 'Paper.Lanterns.s02.02.mkv': 51},
	grabbed: ['2x01', '2x02'],
	state: 'imported',
	episodes: {'2x01': 'Paper.Lanterns.s02.01.mkv', '2x02': 'Paper.Lanterns.s02.02.mkv'},
});
test('a double episode in the middle does not move the others', imports, {
	title: `${show}.S01.1080p.WEB-DL.x265-NOBODY`,
	files: {[`${show} S01E09.mkv`]: 50, [`${show} S01E10-E11.mkv`]: 51, [`${show} S01E12.mkv`]: 52},
	grabbed: ['1x09', '1x10', '1x11', '1x12'],
	state: 'imported',
	episodes: {
		'1x09': `${show} S01E09.mkv`,
		'1x10': `${show} S01E10-E11.mkv`,
		'1x11': `${show} S01E10-E11.mkv`,
		'1x12': `${show} S01E12.mkv`,
	},
});
test('a pack that is one episode brings that one, and waits for the rest', imports, {
	title: `${show}.S01.1080p.WEB-DL.x265-NOBODY`,
	files: {[`${show}.S01E01.1080p.WEB-DL.x265-NOBODY.mkv`]: 50},
	grabbed: whole(1),
	state: 'importPending',
	episodes: {'1x01': `${show}.S01E01.1080p.WEB-DL.x265-NOBODY.mkv`},
	says: /S01E02-E12 has no file|S01E02/,
});
test('an episode in a folder that is named after the season', imports, {
	title: `${show}.S01E03.1080p.WEB-DL.x265-NOBODY`,
	files: {[`${show}.S01.1080p.WEB-DL/${show}.S01.E03.1080p.mkv`]: 50},
	grabbed: ['1x03'],
	present: ['1x03'],
	state: 'imported',
	episodes: {'1x03': `${show}.S01.1080p.WEB-DL/${show}.S01.E03.1080p.mkv`},
});
test('a pack of several seasons that a person took', imports, {
	title: 'Paper Lanterns Season 1-2 S01-S02 (1080p BluRay x265 10bit)-NOBODY',
	files: Object.fromEntries(
		[...whole(1), ...whole(2)].map(number => {
			const [season, episode] = number.split('x');
			return [`Season ${season}/Paper Lanterns S0${season}E${episode}.mkv`, 50];
		}),
	),
	grabbed: [...whole(1), ...whole(2)],
	present: [...whole(1), ...whole(2)],
	state: 'imported',
	episodes: Object.fromEntries(
		[...whole(1), ...whole(2)].map(number => {
			const [season, episode] = number.split('x');
			return [number, `Season ${season}/Paper Lanterns S0${season}E${episode}.mkv`];
		}),
	),
});
test('subtitles in a folder for each episode', imports, {
	title: `${show}.S01.1080p.BluRay.x265-NOBODY`,
	files: {
		[`${show}.S01E01.1080p-NOBODY.mkv`]: 50,
		[`${show}.S01E02.1080p-NOBODY.mkv`]: 50,
		[`Subs/${show}.S01E01.1080p-NOBODY/5_English.srt`]: 'one',
		[`Subs/${show}.S01E01.1080p-NOBODY/6_German.srt`]: 'one',
		[`Subs/${show}.S01E02.1080p-NOBODY/4_English.srt`]: 'two',
		'SITE.txt': 'site',
	},
	grabbed: ['1x01', '1x02'],
	state: 'imported',
	episodes: {'1x01': `${show}.S01E01.1080p-NOBODY.mkv`, '1x02': `${show}.S01E02.1080p-NOBODY.mkv`},
	subtitles: ['.de.srt', '.en.srt', '.en.srt'],
});
test('a folder with downloads of other shows', imports, {
	title: `${show}.S01E01.1080p.WEB-DL.x265-NOBODY`,
	files: {
		[`${show}.S01E01.1080p.WEB-DL.x265-NOBODY.mkv`]: 50,
		[`${show}.S01E01.1080p.WEB-DL.x265-NOBODY.en.srt`]: 'ours',
		'Abbey.Elementary.S01E01.720p.mkv': 70,
		'Abbey.Elementary.S01E01.720p.en.srt': 'theirs',
		'Abbey.Elementary.S01E02.720p.de.srt': 'theirs',
	},
	grabbed: ['1x01'],
	state: 'importPending',
	episodes: {'1x01': `${show}.S01E01.1080p.WEB-DL.x265-NOBODY.mkv`},
	subtitles: ['.en.srt'],
});
test('the subtitles of episodes that are not imported do not follow the one that is', imports, {
	title: `${show}.S01.1080p.WEB-DL.x265-NOBODY`,
	files: {
		[`${show}.S01E03.mkv`]: 50,
		[`${show}.S01E03.en.srt`]: 'three',
		[`${show}.S01E04.en.srt`]: 'four',
		[`${show}.S01E05.mkv`]: '',
		[`${show}.S01E05.en.srt`]: 'five',
	},
	grabbed: ['1x03', '1x04', '1x05'],
	state: 'importPending',
	episodes: {'1x03': `${show}.S01E03.mkv`},
	subtitles: ['.en.srt'],
});
test('a sample beside an archive is no episode', imports, {
	title: `${show}.S01E02.1080p.WEB.H265-NOBODY`,
	files: {[`Sample/${show}.S01E02.sample.mkv`]: 40, 'paper.rar': 'archive', 'paper.r00': 'archive'},
	grabbed: ['1x02'],
	state: 'importPending',
	episodes: {},
	says: /archive/,
});
test('a sample whose folder alone says so is no episode', imports, {
	title: `${show}.S01E02.1080p.WEB.H265-NOBODY`,
	files: {[`${show}.S01E02.mkv`]: 90, 'Sample/paper.s01e02.mkv': 40},
	grabbed: ['1x02'],
	state: 'imported',
	episodes: {'1x02': `${show}.S01E02.mkv`},
});
test('a special does not take the place of an episode of the same count', imports, {
	title: 'Paper Lanterns - SP01 [1080p] WEB-NOBODY',
	files: {'Paper Lanterns - SP01 [1080p].mkv': 50},
	grabbed: ['0x01'],
	present: ['1x01'],
	type: 'anime',
	state: 'imported',
	episodes: {'0x01': 'Paper Lanterns - SP01 [1080p].mkv'},
});
test('openings and extras of a season take no episode', imports, {
	title: `${show}.S02.1080p.BluRay.x265-NOBODY`,
	files: {
		[`${show}.S02E01.mkv`]: 50,
		[`${show}.S02E02.mkv`]: 50,
		'Extras/S02E01 - Behind the Lanterns.mkv': 90,
		'Extras/Paper Lanterns - NCED 02.mkv': 20,
	},
	grabbed: ['2x01', '2x02'],
	present: ['1x01', '1x02'],
	state: 'imported',
	episodes: {'2x01': `${show}.S02E01.mkv`, '2x02': `${show}.S02E02.mkv`},
});
test('one file may hold the end of a season and the beginning of the next', imports, {
	title: `${show}.S01-S02.1080p.BluRay.x265-NOBODY`,
	files: {[`${show}.S01E11.mkv`]: 50, [`${show} S01E12 S02E01.mkv`]: 90, [`${show}.S02E02.mkv`]: 51},
	grabbed: ['1x11', '1x12', '2x01', '2x02'],
	state: 'imported',
	episodes: {
		'1x11': `${show}.S01E11.mkv`,
		'1x12': `${show} S01E12 S02E01.mkv`,
		'2x01': `${show} S01E12 S02E01.mkv`,
		'2x02': `${show}.S02E02.mkv`,
	},
});
test('a film in parts of an episode is no whole episode', imports, {
	title: `${show}.S01E02.1080p.WEB.H265-NOBODY`,
	files: {[`${show}.S01E02.cd1.mkv`]: 50},
	grabbed: ['1x02'],
	present: ['1x02'],
	state: 'importPending',
	episodes: {},
	says: /part 1/,
});
