import type {Source} from '#shared/domain/release/parsed-title.ts';
import {madeUpGroup, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import type {Piece, Truth} from './truth.ts';

interface Medium {
	source: Source;
	/** How it is written; services stand before it. */
	spellings: string[];
	/** In film, television or both. */
	films: boolean;
	shows: boolean;
}

const media: Medium[] = [
	{source: 'webdl', spellings: ['WEB-DL', 'WEBDL', 'WEB', 'AMZN WEB-DL', 'NF WEB-DL', 'DSNP WEB-DL', 'WEB-DL'], films: true, shows: true},
	{source: 'webrip', spellings: ['WEBRip', 'AMZN WEBRip', 'WEB-Rip'], films: true, shows: true},
	{source: 'bluray', spellings: ['BluRay', 'Blu-ray', 'BDRip', 'BRRip', 'UHD BluRay', 'BluRay REMUX'], films: true, shows: true},
	{source: 'tv', spellings: ['HDTV', 'HDTVRip', 'PDTV'], films: false, shows: true},
	{source: 'dvd', spellings: ['DVDRip'], films: true, shows: true},
	{source: 'cam', spellings: ['HDCAM', 'CAMRip', 'HQ CAM'], films: true, shows: false},
	{source: 'telesync', spellings: ['HDTS', 'TELESYNC'], films: true, shows: false},
];

const codecs = [
	'x264',
	'x265',
	'H.264',
	'H264',
	'H.265',
	'h264',
	'h265',
	'HEVC',
	'XviD',
	'AV1',
	'x264 10bit',
	'HEVC 10bit',
	'x265 10bit HDR',
	'10-bit x265',
	'x264 Hi10P',
];
const sounds = [
	'AAC2.0',
	'AAC 2.0',
	'AAC',
	'DD5.1',
	'DDP5.1',
	'DD+5.1',
	'DDP5.1 Atmos',
	'AC3',
	'EAC3 5.1',
	'DTS',
	'DTS 5.1',
	'DTS-HD MA 5.1',
	'DTS-HD.MA.7.1',
	'TrueHD 7.1 Atmos',
	'FLAC 2.0',
	'Opus 5.1',
	'MP3',
	'AC3 5.1x2',
	'DTS-X 7.1',
	'LPCM 2.0',
	'DD 5.1',
	'AAC 5.1',
	'DDPA5.1',
	'DTS-ES 6.1',
	'6CH',
];
const extras = ['ESub', 'MSubs', 'Dual Audio', 'iNTERNAL', 'LiMiTED', 'READNFO', 'RETAIL', 'HYBRID', 'WS', 'CRF 18', '12bit', '5.1ch', '2xRus', '60fps', 'HDR10', 'HDR10+', 'DV', 'SDR', '1.4GB', '700MB', '23.976fps', '8bit', '640kbps'];

const languages: [spelling: string, language: string | null][] = [
	['GERMAN', 'german'],
	['German DL', 'german'],
	['FRENCH', 'french'],
	['iTALiAN', 'italian'],
	['SPANISH', 'spanish'],
	['MULTi', null],
	['RUSSIAN', 'russian'],
	['POLISH', 'polish'],
	['KOREAN', 'korean'],
	['Hindi', 'hindi'],
];

const again: [spelling: string, version: number][] = [
	['PROPER', 2],
	['REPACK', 2],
	['REPACK2', 3],
	['RERIP', 2],
];

interface Words {
	picture: string;
	medium: string;
	codec: string;
	sound: string;
	language: string;
	again: string;
	extra: string;
}

/** The orders in which groups write; what is empty is left out. */
const orders: readonly (readonly (keyof Words)[])[] = [
	['again', 'language', 'picture', 'medium', 'codec'],
	['again', 'picture', 'medium', 'sound', 'codec'],
	['language', 'picture', 'medium', 'sound', 'codec', 'extra'],
	['language', 'again', 'medium', 'picture', 'codec', 'sound'],
	['picture', 'medium', 'codec', 'sound'],
	['medium', 'picture', 'codec', 'sound', 'language'],
	['picture', 'codec', 'medium', 'sound', 'extra'],
	['again', 'medium', 'codec'],
	['language', 'medium', 'codec'],
	['picture', 'medium', 'extra', 'sound', 'codec', 'again'],
];

function chooseWords(random: Random, films: boolean): {words: Words; truth: Partial<Truth>} {
	const medium = random.pick(media.filter(each => (films ? each.films : each.shows)));
	const picture = random.pick(medium.source === 'dvd' ? ['480p', ''] : ['720p', '1080p', '2160p', '480p', '1080p', '720p']);
	const [language, told] = random.chance(30) ? random.pick(languages) : ['', null];
	const [repeated, version] = random.chance(10) ? random.pick(again) : ['', 1];
	const words: Words = {
		picture,
		medium: random.pick(medium.spellings),
		codec: random.pick(codecs),
		sound: random.chance(70) ? random.pick(sounds) : '',
		language,
		again: repeated,
		extra: random.chance(30) ? random.pick(extras) : '',
	};
	// A disc and its encode in HEVC are told apart by more than the name.
	const image = medium.source === 'bluray' && words.codec.includes('HEVC');
	const unasserted = medium.source === 'dvd' || picture === '' || image;
	const lines = unasserted ? {} : {resolution: Number.parseInt(picture, 10)};
	return {words, truth: {source: medium.source, ...lines, version, languages: told === null ? [] : [told]}};
}

function keepTold(truth: Partial<Truth>, order: readonly (keyof Words)[]): Partial<Truth> {
	const {resolution, version = 1, languages: told, ...rest} = truth;
	return {
		...rest,
		...(order.includes('picture') && resolution !== undefined && {resolution}),
		...(order.includes('language') && told && {languages: told}),
		...(order.includes('again') ? {version} : {version: 1}),
	};
}

/** ` 1080p WEB-DL DDP5.1 H.264-GROUP` with the given separator in front of each word. */
export function sceneTail(random: Random, films: boolean, separator: string): Piece {
	const {words, truth} = chooseWords(random, films);
	const usual = random.pick(orders);
	const order = random.chance(15) ? random.shuffle(usual) : usual;
	const text = order
		.map(word => words[word])
		.filter(word => word !== '')
		.map(word => separator + spell(word, separator))
		.join('');
	const group = madeUpGroup(random);
	const signed = random.chance(90);
	const known = keepTold(truth, order);
	return {text: signed ? `${text}-${group.name}` : text, truth: signed && group.plain ? {...known, group: group.name} : known};
}

/** ` [1080p][WEB-DL][x265]` or ` (1080p WEB-DL x265 AAC)`. */
export function bracketTail(random: Random, films: boolean): Piece {
	const {words, truth} = chooseWords(random, films);
	const order = random.pick(orders);
	const written = random.shuffle(order.map(word => words[word]).filter(word => word !== ''));
	const [open, close] = random.pick([
		['[', ']'],
		['(', ')'],
	]);
	const apart = random.chance(50) && open === '[';
	return {
		text: apart ? ` ${written.map(word => `[${word}]`).join('')}` : ` ${open}${written.join(' ')}${close}`,
		truth: keepTold(truth, order),
	};
}
