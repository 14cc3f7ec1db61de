import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {buildMediaFile, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

/** What people reported of imports of films elsewhere, in names of our own. The film is The Quiet Harbour (2019). */
interface Row {
	title?: string;
	/** Files of the download by name; a number is a video of that many kilobytes. */
	files: Record<string, number | string>;
	state: 'imported' | 'importPending';
	/** Name of the imported file in the download; null if the worse one from before stays. */
	film: string | null;
	/** Names of subtitles beside the film, without its own. */
	subtitles?: readonly string[];
	says?: RegExp;
}

const imports = test.macro(async (t: ExecutionContext, {title = release, files, state, film, subtitles = [], says = /./}: Row) => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	const path = await writeAt(join(movie.path, 'old.mkv'), 'old');
	await deps.movies.setFile(movie.id, buildMediaFile({id: 'old', path, quality: 'SDTV', qualityScore: 10}), deps.now());
	for (const [name, content] of Object.entries(files)) {
		await writeAt(join(downloads, 'download', name), typeof content === 'number' ? buildMatroska({size: content * 1000}) : content);
	}
	const {id} = await world.addItem({title, outputPath: join(downloads, 'download')});
	await handleImportDownload({queueItemId: id}, deps, world.run()).catch(() => {});
	const item = await deps.downloads.get(id);
	const {file} = await deps.movies.get(movie.id);
	t.is(item.state, state, JSON.stringify(item.statusMessages));
	t.is(file?.id === 'old' ? null : file?.originalFile?.replace('download/', ''), film);
	t.regex(JSON.stringify(item.statusMessages), says);
	const beside = (await filesBelow(movie.path)).filter(each => each.endsWith('.srt')).map(each => each.replace(/^.*NOBODY/, ''));
	t.deepEqual(beside.toSorted(), [...subtitles].toSorted());
	t.is((await filesBelow(movie.path)).includes('old.mkv'), film === null);
});

const own = `${release}.mkv`;
const other = 'The.Loud.Harbour.2021.1080p.WEB-DL-NOBODY.mkv';

test('a folder that several downloads share, with another film alone', imports, {
	files: {[other]: 60},
	state: 'importPending',
	film: null,
	says: /named \\"The Loud Harbour\\" \(2021\)/,
});
test('a folder that several downloads share, with both films', imports, {
	files: {[other]: 90, [own]: 60, [other.replace('.mkv', '.en.srt')]: 'theirs'},
	state: 'importPending',
	film: own,
});
test('a collection that was grabbed for one film', imports, {
	title: 'The.Quiet.Harbour.2019.Trilogy.1080p.WEB-DL-NOBODY',
	files: {'The Quiet Harbour (2019)/quiet.mkv': 60, 'The Quiet Harbour (2019).mkv': 61, 'The Quiet Harbour II (2022).mkv': 90},
	state: 'importPending',
	film: 'The Quiet Harbour (2019).mkv',
});
test('subtitles in a folder of their own', imports, {
	files: {[own]: 60, 'Subs/2_English.srt': 'words', 'Subs/3_German.srt': 'words', 'SITE.txt': 'site'},
	state: 'imported',
	film: own,
	subtitles: ['.de.srt', '.en.srt'],
});
test('subtitles keep what their names say', imports, {
	files: {[own]: 60, ...Object.fromEntries(['en', 'en.forced', 'en.sdh', 'pt-BR'].map(words => [`${release}.${words}.srt`, words]))},
	state: 'imported',
	film: own,
	subtitles: ['.en.forced.srt', '.en.sdh.srt', '.en.srt', '.pt-BR.srt'],
});
test('a name with a group before it and its edition', imports, {
	files: {'mhq-the.quiet.harbour.2019.dc.1080p.x264.mkv': 60},
	state: 'imported',
	film: 'mhq-the.quiet.harbour.2019.dc.1080p.x264.mkv',
});
test('a name in two languages', imports, {
	title: 'Der stille Hafen AKA The Quiet Harbour 2019 1080p WEB-DL x265-NOBODY',
	files: {'Der.stille.Hafen.2019.German.1080p.mkv': 60},
	state: 'imported',
	film: 'Der.stille.Hafen.2019.German.1080p.mkv',
});
test('a sample beside an archive', imports, {
	files: {'sample.mkv': 60, 'harbour.rar': 'archive', 'harbour.r00': 'archive'},
	state: 'importPending',
	film: null,
	says: /archive/,
});
test('a feature about the film that is larger than the film', imports, {
	files: {[own]: 60, 'Featurettes/The Quiet Harbour 2019 Making Of.mkv': 90},
	state: 'imported',
	film: own,
});
test('one part of a film on two discs', imports, {
	files: {[`${release}.CD2.mkv`]: 60},
	state: 'importPending',
	film: null,
	says: /only part 2/,
});
test('both parts of a film on two discs', imports, {
	files: {[`${release}.CD1.mkv`]: 60, [`${release}.CD2.mkv`]: 60},
	state: 'imported',
	film: `${release}.CD1.mkv`,
});
test('an episode of a show with the name of the film', imports, {
	files: {'The.Quiet.Harbour.S01E02.1080p.WEB-DL-NOBODY.mkv': 60},
	state: 'importPending',
	film: null,
	says: /named as an episode/,
});
test('a remake', imports, {
	files: {'The.Quiet.Harbour.1954.1080p.BluRay-NOBODY.mkv': 60},
	state: 'importPending',
	film: null,
	says: /of 1954/,
});
