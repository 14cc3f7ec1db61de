import type {TitleMode} from '../../parsed-title.ts';
import {isBehindLastDash} from '../marks/mark-places.ts';
import {hasCodec, isTechnical, type Marks} from '../marks/marks.ts';
import {charBefore} from '../marks/words.ts';

const discSizes = /^(?:bd|uhd)(?:25|50|66|100|iso)$/;
const discSizeAlone = new Set(['25', '50', '66', '100', 'iso']);
const fullDisc = new Set([
	'complete',
	'completa',
	'full',
	'disc',
	'disk',
	'disc1',
	'disc2',
	'iso',
	'bdmv',
	'untouched',
	'brdisk',
	'brdisc',
]);
/** Words that an untouched disc never has. */
const reencoded = new Set(['bdrip', 'brrip', '720p', 'mkv', 'wmv', 'd3g', 'bdremux', 'remux', '10bit', 'aac', 'opus', 'flac', 'mp3']);
const linesOnly = /^\d{3,4}p$/;

export function saysRemux({words, marks}: Marks): boolean {
	return marks.some(mark => {
		if (mark.term.is !== 'remux') {
			return false;
		}
		const before = words.lower[mark.at - 1] ?? '';
		if (charBefore(words, mark.at) === '-' && !isTechnical(words, mark.at - 1)) {
			return false;
		}
		return !isBehindLastDash(words, mark) || before === 'hybrid' || linesOnly.test(before);
	});
}

/** By custom, a German Blu-ray with a second sound track and a disc's codec is a remux, not a disc. */
export function isGermanRemux(found: Marks): boolean {
	const {lower} = found.words;
	const dual = lower.includes('ml') || lower.some((word, at) => word === 'dl' && lower[at - 1] !== 'web');
	return dual && lower.includes('german') && !hasCodec(found, 'encoded') && (hasCodec(found, 'stream') || hasCodec(found, 'mpeg2'));
}

/** `Complete` and similar words also occur in titles. */
function namesDisc({words: {lower}, titleEnd}: Marks): boolean {
	return lower.some((word, at) => {
		const next = lower[at + 1] ?? '';
		switch (word) {
			case 'br':
				return next === 'disk' || next === 'disc';
			case 'bd':
				return discSizeAlone.has(next) || lower[at - 1] === '3d';
			case 'uhd':
				return discSizeAlone.has(next);
			default:
				return (fullDisc.has(word) && at + 1 >= titleEnd) || discSizes.test(word);
		}
	});
}

/**
 * Is a Blu-ray name, one not called an encode or a remux, the image of a whole disc? For movies the codec shows it; for
 * series the codec is not used.
 */
export function isDiscImage(found: Marks, lines: number, mode: TitleMode): boolean {
	const {lower} = found.words;
	if (found.hasEpisode || hasCodec(found, 'encoded') || hasCodec(found, 'xvid') || lower.some(word => reencoded.has(word))) {
		return false;
	}
	if (namesDisc(found)) {
		return true;
	}
	if (mode === 'tv' || (lower.includes('hevc') && (lines === 1080 || lower.includes('german')))) {
		return false;
	}
	return hasCodec(found, 'stream') || hasCodec(found, 'mpeg2');
}
