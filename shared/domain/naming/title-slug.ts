import {foldLetters} from '../release/clean-title.ts';
import {cleanForm} from './file-values.ts';

const longestSlug = 80;

/**
 * `the-matrix-603`, for URLs. The id distinguishes titles with the same name, and stands alone when the
 * title has no Latin letters.
 */
export function titleSlug(title: string, metaId: number): string {
	const plain = cleanForm(title).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const words = foldLetters(plain)
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
		.slice(0, longestSlug)
		.trim()
		.replaceAll(' ', '-');
	return words ? `${words}-${metaId}` : String(metaId);
}
