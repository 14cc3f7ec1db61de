import {again, codecs, extras, languages, media, sounds} from './description-words.ts';
import {madeUpGroup, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import type {Piece, Truth} from './truth.ts';

interface Words {
	picture: string;
	medium: string;
	codec: string;
	sound: string;
	language: string;
	again: string;
	extra: string;
}

/** Orders that groups use; empty words are left out. */
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
	const [language, reported] = random.chance(30) ? random.pick(languages) : ['', null];
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
	// In HEVC, more than the name is needed to distinguish a disc from its encode.
	const image = medium.source === 'bluray' && words.codec.includes('HEVC');
	const unasserted = medium.source === 'dvd' || picture === '' || image;
	const lines = unasserted ? {} : {resolution: Number.parseInt(picture, 10)};
	return {words, truth: {source: medium.source, ...lines, version, languages: reported === null ? [] : [reported]}};
}

function keepTold(truth: Partial<Truth>, order: readonly (keyof Words)[]): Partial<Truth> {
	const {resolution, version = 1, languages: reported, ...rest} = truth;
	return {
		...rest,
		...(order.includes('picture') && resolution !== undefined && {resolution}),
		...(order.includes('language') && reported && {languages: reported}),
		...(order.includes('again') ? {version} : {version: 1}),
	};
}

/** ` 1080p WEB-DL DDP5.1 H.264-GROUP`, with the given separator before each word. */
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
