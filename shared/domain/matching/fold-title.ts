import {cleanTitle} from '../release/clean-title.ts';

const leadingArticle = /^(?:the|an?)[\s._]+(?=\S)/i;
const romanNumber = /(?<=[\s._:-])(?:ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii)(?=$|[\s._:-])/gi;
const romanNumbers: readonly string[] = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];

/**
 * The form used to look up titles. It is looser than `cleanTitle`: the leading article is dropped and
 * Roman numerals become digits.
 */
export function foldTitle(title: string): string {
	const counted = title
		.trim()
		.replace(leadingArticle, '')
		.replace(romanNumber, roman => String(romanNumbers.indexOf(roman.toLowerCase()) + 1));
	return cleanTitle(counted);
}
