import type {Resolution} from '../parsed-title.ts';
import {type SourceRow, sourceTable} from './source.ts';

/** Spellings that state the lines of the picture. */
const statedResolutions: [spelling: string, lines: Resolution][] = [
	...(['360', '480', '540', '576', '720', '1080', '2160'] as const).flatMap(lines =>
		['p', 'i'].map((scan): [string, Resolution] => [lines + scan, Number(lines) as Resolution]),
	),
	['240p', 360],
	['400p', 360],
	['404p', 360],
	['432p', 480],
	['486p', 480],
	['960p', 720],
	['1440p', 1080],
	['4320p', 2160],
	['4kto1080p', 1080],
];

/** Words for a resolution that a stated one overrides: `UHD BluRay 1080p` was scaled down. */
const impliedResolutions: [spelling: string, lines: Resolution][] = [
	['4k', 2160],
	['8k', 2160],
	['uhd', 2160],
	['ultra hd', 2160],
	['uhd bd', 2160],
	['uhd remux', 2160],
	['uhdtv', 2160],
	['full hd', 1080],
	['fhd', 1080],
];

/** Resolutions that are sometimes written without a `p`. */
export const bareResolutions: ReadonlyMap<string, Resolution> = new Map(
	([480, 576, 720, 1080, 2160] as const).map(lines => [String(lines), lines]),
);

const frame = /^(?<width>\d{3,4})x(?<height>\d{3,4})$/;

/** Lines of a frame size such as `1920x1080` or `848x480`; 0 for any other word. */
export function frameLines(word: string): Resolution {
	const size = frame.exec(word)?.groups;
	if (size === undefined) {
		return 0;
	}
	const width = Number(size['width']);
	const height = Number(size['height']);
	if (width < 320 || width > 7680 || height < 240) {
		return 0;
	}
	if (width > 2600) {
		return 2160;
	}
	if (width > 1400 || height > 960) {
		return 1080;
	}
	if (width > 1100 || height > 600) {
		return 720;
	}
	return height === 576 || height === 540 ? height : height > 400 ? 480 : 360;
}

export type Codec = 'encoded' | 'stream' | 'xvid' | 'mpeg2';

/** `encoded`: it was compressed again; `stream`: words used for discs, broadcasts and encodes alike. */
const codecTable: [spelling: string, codec: Codec][] = [
	...[
		'x264',
		'h264',
		'h 264',
		'x 264',
		'x265',
		'h265',
		'h 265',
		'x 265',
		'h266',
		'x266',
		'h 266',
		'av1',
		'vp9',
		'wmv',
		'xvidhd',
		'hi10p',
		'10bit x265',
		'mkv',
		'mp4',
	].map((spelling): [string, Codec] => [spelling, 'encoded']),
	...['avc', 'hevc', 'vc 1', 'mvc'].map((spelling): [string, Codec] => [spelling, 'stream']),
	...['xvid', 'x vid', 'divx'].map((spelling): [string, Codec] => [spelling, 'xvid']),
	['mpeg2', 'mpeg2'],
	['mpeg 2', 'mpeg2'],
];

const sound =
	'aac aac2 aac5 ac3 ac3d ac4 eac3 eac3d dd dd2 dd5 dd20 dd51 ddp ddp2 ddp5 ddp51 ddp7 ddpa5 dts dtshd dtsma dtsx dtses dtsd truehd atmos flac flac2 opus mp3 mp2 lpcm pcm ogg vorbis ma hra';
const picture =
	'hdr hdr10 hdr10plus hdr10p dv dovi dolby vision hlg sdr 10bit 8bit 12bit 10bits 8bits hi10 hybrid hfr upscale upscaled sd hd uhd hq ws fs 3d hsbs sbs hou imax ds4k microhd mhd';
const speech =
	'vostfr vosta fastsub subfrench avo dvo mvo pvo lvo subbed dubbed dub dubs sub subs synced multi multisub multisubs multisubbed dual audio dl ml esub esubs msubs softsub softsubs hardsub hardsubbed vo vost org line lined md ld mic';
const release =
	'proper repack repack2 repack3 rerip real internal int limited read nfo readnfo retail complete uncut uncensored extended unrated theatrical directors remastered remaster restored';
const rest = 'amzn nf dsnp dsnyp hmax atvp pcok pmtp hulu stan crav cr ip it season batch bonus extras raw web bd tv v2 v3 v4 pack';

/** Technical words of release names that are not a source, resolution, codec or language. */
export const technicalWords = new Set([sound, picture, speech, release, rest].join(' ').split(' '));

/** The meaning of a technical word or phrase. */
export type Term =
	| {is: 'source'; row: SourceRow; sure: boolean}
	| {is: 'resolution'; lines: Resolution; stated: boolean}
	| {is: 'codec'; codec: Codec}
	| {is: 'remux'}
	| {is: 'rawhd'};

/** Every spelling of a term, in lower case. */
export function* vocabulary(): Generator<[string, Term]> {
	for (const row of sourceTable) {
		yield* row.sure.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: true}]);
		yield* row.afterTitle.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: false}]);
	}
	yield* statedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: true}]);
	yield* impliedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: false}]);
	yield* codecTable.map(([spelling, codec]): [string, Term] => [spelling, {is: 'codec', codec}]);
	yield* ['remux', 'remuxes', 'bd remuxes', 'bd remux', 'uhd remux', 'uhd bd remux', 'dvd remux', '4k uhd remux', '4k remux'].map(
		(spelling): [string, Term] => [spelling, {is: 'remux'}],
	);
	yield* ['raw hd'].map((spelling): [string, Term] => [spelling, {is: 'rawhd'}]);
}
