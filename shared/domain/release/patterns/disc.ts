import type {Marks} from './marks.ts';
import type {Words} from './words.ts';

const discSizes = /^(?:bd|uhd)(?:25|50|66|100|iso)$/;
const discSizeAlone = new Set(['25', '50', '66', '100', 'iso']);
const fullDisc = new Set(['complete', 'completa', 'full', 'disc', 'disk', 'disc1', 'disc2', 'iso', 'bdmv', 'untouched']);
const reencoded = new Set([
	'bdrip',
	'brrip',
	'720p',
	'mkv',
	'xvid',
	'wmv',
	'd3g',
	'remux',
	'x264',
	'h264',
	'x265',
	'h265',
	'x266',
	'h266',
	'av1',
	'bdremux',
	'hevc10',
]);

function follows({lower}: Words, first: string, second: string): boolean {
	const at = lower.indexOf(first);
	return at >= 0 && lower[at + 1] === second;
}

function namesDisc(words: Words): boolean {
	const {lower} = words;
	return lower.some((word, at) => {
		if (discSizes.test(word) || word === 'brdisk' || word === 'brdisc') {
			return true;
		}
		const next = lower[at + 1] ?? '';
		if (word === 'br') {
			return next === 'disk' || next === 'disc';
		}
		if (word === 'bd' || word === 'uhd') {
			return discSizeAlone.has(next) || (word === 'bd' && lower[at - 1] === '3d');
		}
		return fullDisc.has(word);
	});
}

/** A release in German with the original sound and a disc's codec is by custom a remux, not a disc. */
export function isGermanRemux({words, marks}: Marks): boolean {
	const {lower} = words;
	return (
		lower.includes('german') &&
		(lower.includes('dl') || lower.includes('ml')) &&
		!follows(words, 'web', 'dl') &&
		marks.some(({term}) => term.is === 'codec' && (term.codec === 'stream' || term.codec === 'mpeg2'))
	);
}

/** Whether a Blu-ray name, one that nobody calls an encode or a remux, is the image of a whole disc. */
export function isDiscImage({words, marks, hasEpisode}: Marks, lines: number): boolean {
	if (
		hasEpisode ||
		words.lower.some(word => reencoded.has(word)) ||
		marks.some(({term}) => term.is === 'codec' && (term.codec === 'encoded' || term.codec === 'xvid'))
	) {
		return false;
	}
	if (namesDisc(words)) {
		return true;
	}
	if (lines === 1080 && words.lower.includes('hevc')) {
		return false;
	}
	return marks.some(({term}) => term.is === 'codec' && (term.codec === 'stream' || term.codec === 'mpeg2'));
}
